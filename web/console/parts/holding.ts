import { later } from "../../ui/parts/later.tsx";

// Who looks after something stands beside what a page is for, so it comes after the page.
export const HolderCard = later(async () => (await import("../holding/holder.tsx")).HolderCard);
export const DifferenceHolder = later(
  async () => (await import("../holding/difference.tsx")).DifferenceHolder,
);

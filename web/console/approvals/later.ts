import { later } from "../../ui/parts/later.tsx";

// On most pages nothing waits most of the time: what shows and decides a proposal comes with the first one.
export const ProposalCard = later(async () => (await import("./proposal.tsx")).ProposalCard);

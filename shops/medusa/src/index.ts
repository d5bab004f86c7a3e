import { ModuleProvider, Modules } from "@medusajs/framework/utils";
import { CaurisProvider } from "./provider.ts";

export default ModuleProvider(Modules.PAYMENT, { services: [CaurisProvider] });

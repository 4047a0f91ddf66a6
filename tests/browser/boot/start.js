import { runtime } from "./assets/scripts/boot.js";

window.runtime = runtime;

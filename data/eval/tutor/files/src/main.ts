import { load } from "./store.ts";

load();

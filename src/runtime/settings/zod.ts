/** The one place that names the library, which is loaded when something is to be validated. */
export { z } from "zod";

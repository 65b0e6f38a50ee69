/** @platform/functions: the wire functions/v1 over a folder of web-standard handlers. */
export { defaultFunctionsConfig, type FunctionsConfig } from './config.ts'
export type { FunctionsEvent } from './events.ts'
export { createFunctions, type Functions, type FunctionsOptions } from './plugin.ts'
export type { Schedule } from './schedule.ts'

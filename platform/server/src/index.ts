export { composeSystem, type System } from './compose.ts'
export { readConfig, type Config } from './config.ts'
export { rotateKeys } from './rotate-keys.ts'
export { SettingsError } from './settings.ts'

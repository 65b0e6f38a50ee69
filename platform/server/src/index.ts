export { composeSystem, type System } from './compose.ts'
export { readConfig, type Config } from './config.ts'
export { SettingsError } from './settings.ts'

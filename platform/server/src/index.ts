export { composeSystem, type System } from './compose.ts'
export { readConfig, type Config } from './settings/config.ts'
export { rotateKeys } from './keys/rotate-keys.ts'
export { SettingsError } from './settings/reader.ts'

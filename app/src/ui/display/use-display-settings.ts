import { useSyncExternalStore } from 'react'

import { getDisplaySettings, isSaving, watchDisplaySettings, type DisplaySettings } from './display-settings.ts'

export function useDisplaySettings(): DisplaySettings {
  return useSyncExternalStore(watchDisplaySettings, getDisplaySettings)
}

export function useDataSaver(): boolean {
  return isSaving(useDisplaySettings())
}

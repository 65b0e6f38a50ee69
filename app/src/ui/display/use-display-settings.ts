import { useStore } from 'zustand'

import { displayStore } from './display-settings.ts'
import { isSaving, type DisplaySettings } from './stored-display.ts'

export function useDisplaySettings(): DisplaySettings {
  return useStore(displayStore)
}

export function useDataSaver(): boolean {
  return isSaving(useDisplaySettings())
}

import { useStore } from 'zustand'

import { displayStore, isSaving, type DisplaySettings } from './display-settings.ts'

export function useDisplaySettings(): DisplaySettings {
  return useStore(displayStore)
}

export function useDataSaver(): boolean {
  return isSaving(useDisplaySettings())
}

import { useSyncExternalStore } from 'react'

import { getLanguage, watchLanguage, type Language } from './language.ts'

export function useLanguage(): Language {
  return useSyncExternalStore(watchLanguage, getLanguage)
}

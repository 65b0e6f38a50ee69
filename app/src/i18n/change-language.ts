import { languageStore, type Language } from './language.ts'
import { applyLanguage, languageKey } from './stored-language.ts'

export function setLanguage(language: Language): void {
  globalThis.localStorage?.setItem(languageKey, language)
  applyLanguage(language)
  languageStore.setState({ language })
}

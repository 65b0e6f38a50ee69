/** Beside a prompt in another language: what the picture was painted by. */
import type { PromptTranslation } from '@product/contract'

import { formatLanguage } from '#i18n/format-language.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'

const messages = defineMessages({
  fr: { translated: (language: string) => `Traduit (${language}) :` },
  en: { translated: (language: string) => `Translated (${language}):` },
})

export function TranslatedPrompt({ translation: { text, from } }: { translation: PromptTranslation }) {
  const m = useMessages(messages)
  return (
    <p className="text-sm [overflow-wrap:anywhere] text-text-3">
      {m.translated(formatLanguage(from))} <span className="text-text-2">{text}</span>
    </p>
  )
}

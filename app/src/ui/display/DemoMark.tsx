import { defineMessages, useMessages } from '#i18n/messages.ts'

const messages = defineMessages({
  fr: { demo: 'Démonstration', short: 'Démo' },
  en: { demo: 'Demo', short: 'Demo' },
})

/** Beside the name of somebody who does not exist. */
export function DemoMark({ isShort = false }: { isShort?: boolean }) {
  const m = useMessages(messages)
  if (!isShort) return <span className="demo">{m.demo}</span>
  return (
    <abbr title={m.demo} className="demo flex-none no-underline">
      {m.short}
    </abbr>
  )
}

import { defineMessages, useMessages } from '#i18n/messages.ts'

const messages = defineMessages({ fr: { demo: 'Démonstration' }, en: { demo: 'Demo' } })

/** Beside the name of somebody who does not exist. */
export function DemoMark() {
  const m = useMessages(messages)
  return (
    <span className="flex-none rounded-xs bg-surface-2 px-1.5 py-0.5 text-2xs leading-none font-medium text-text-3">
      {m.demo}
    </span>
  )
}

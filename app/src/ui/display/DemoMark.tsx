import { defineMessages, useMessages } from '#i18n/messages.ts'

const messages = defineMessages({ fr: { demo: 'Démonstration' }, en: { demo: 'Demo' } })

/** Beside the name of somebody who does not exist. */
export function DemoMark() {
  const m = useMessages(messages)
  return <span className="demo">{m.demo}</span>
}

import { defineMessages, useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/use-page-title.ts'

const messages = defineMessages({ fr: { title: 'Feed' }, en: { title: 'Feed' } })

export function FeedScreen() {
  const m = useMessages(messages)
  usePageTitle(null)
  return <h1 className="sr-only">{m.title}</h1>
}

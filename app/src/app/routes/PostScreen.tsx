import { defineMessages, useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/use-page-title.ts'

const messages = defineMessages({ fr: { title: 'Publication' }, en: { title: 'Post' } })

export function PostScreen() {
  const m = useMessages(messages)
  usePageTitle(m.title)
  return <h1 className="sr-only">{m.title}</h1>
}

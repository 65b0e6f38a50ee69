/** What the form is good for: pictures of our own engine under their words, one touch to begin with them. */
import { ExamplePicture } from '#entities/generation/examples/ExamplePicture.tsx'
import { examples } from '#entities/generation/examples/examples.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { toast } from '#ui/toast/toast.ts'

import { changeDraft, getDraft } from '../draft/draft-store.ts'
import { formMessages } from './form.i18n.ts'

export function ExamplePrompts() {
  const m = useMessages(formMessages)
  const language = useLanguage()
  const take = (prompt: string) => {
    const { prompt: own } = getDraft()
    changeDraft({ prompt })
    const isOwn = own.trim() !== '' && !examples.some((example) => example.prompt[language] === own)
    if (!isOwn) return
    const back = { label: m.takeBack, onPress: () => changeDraft({ prompt: own }) }
    toast({ title: m.exampleTaken, action: back })
  }
  return (
    <section aria-label={m.examples} className="@container grid gap-2.5">
      <p className="text-sm text-text-2">{m.examples}</p>
      <ul className="grid grid-cols-2 gap-2.5">
        {examples.map(({ name, prompt }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => take(prompt[language])}
              className="grid h-full w-full content-start gap-1.5 rounded-sm text-left text-xs leading-snug font-medium text-text-2 hover:text-text"
            >
              <ExamplePicture name={name} className="w-full" />
              {prompt[language]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

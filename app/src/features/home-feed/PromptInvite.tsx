/** The idea first: what is typed opens the create form, for a visitor once they have an account. */
import { maxPromptLength } from '@product/contract'
import Plus from 'lucide-react/icons/plus'
import type { FormEvent } from 'react'

import { getSession } from '#data/session.ts'
import { openCreateForm } from '#entities/generation/create-intent.ts'
import { keepTypedPrompt } from '#entities/generation/typed-prompt.ts'
import { openModal } from '#entities/session/modals.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'

const messages = defineMessages({
  fr: { describe: 'Décrivez votre image', create: 'Créer cette image' },
  en: { describe: 'Describe your image', create: 'Create this image' },
})

export function PromptInvite() {
  const m = useMessages(messages)
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('prompt')
    const prompt = typeof typed === 'string' ? typed.trim() : ''
    const isMember = getSession().status === 'signed-in'
    if (!isMember && prompt) keepTypedPrompt(prompt)
    if (!isMember) navigate({ to: paths.signup, search: { from: '/?modal=create' } })
    else if (prompt) openCreateForm({ prompt })
    else openModal('create')
    event.currentTarget.reset()
  }
  return (
    <form onSubmit={begin} className="relative w-full">
      <input
        name="prompt"
        type="text"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={maxPromptLength}
        aria-label={m.describe}
        placeholder={m.describe}
        className="min-h-12 w-full rounded-md border border-line-strong bg-surface py-2 pr-14 pl-4 text-base placeholder:text-text-3 md:min-h-11 md:text-sm"
      />
      <button
        type="submit"
        aria-label={m.create}
        title={m.create}
        className="absolute inset-y-0 right-0 isolate grid w-13 place-items-center text-on-accent before:absolute before:-z-1 before:size-7 before:rotate-45 before:rounded-[5px] before:bg-accent hover:before:bg-accent-hover focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:outline-offset-2 focus-visible:before:outline-focus"
      >
        <Plus aria-hidden="true" className="size-4.5" strokeWidth={2.5} />
      </button>
    </form>
  )
}

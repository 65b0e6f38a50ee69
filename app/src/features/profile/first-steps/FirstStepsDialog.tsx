/** After sign-up, once: a name, a username, a language, what one likes to see, and a first image at hand. */
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useId, useState, type FormEvent } from 'react'

import { queryClient } from '#data/query-client.ts'
import { useUserId } from '#data/session.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { openCreateForm } from '#entities/generation/create-intent.ts'
import { ExamplePicture } from '#entities/generation/examples/ExamplePicture.tsx'
import { examples } from '#entities/generation/examples/examples.ts'
import { rememberFeedTab } from '#entities/post/feed/feed-tab.ts'
import { tagQueries } from '#entities/post/tag/tag-queries.ts'
import { followTag } from '#entities/post/tag/tag-writes.ts'
import { changeSetting } from '#entities/profile/my-settings.ts'
import { profileQueries, type Profile } from '#entities/profile/profile-queries.ts'
import { teenMessages } from '#entities/profile/teen-mode/teen-mode.i18n.ts'
import { useTeenUntil } from '#entities/profile/teen-mode/teen-mode.ts'
import { TeenModeDialog } from '#entities/profile/teen-mode/TeenModeDialog.tsx'
import { UsernameField } from '#entities/profile/username/UsernameField.tsx'
import { putOffFirstSteps } from '#entities/session/new-account.ts'
import { setLanguage } from '#i18n/change-language.ts'
import { formatDate } from '#i18n/format.ts'
import type { Language } from '#i18n/language.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { firstStepsMessages, interestMessages } from './first-steps.i18n.ts'
import { useSteps } from './use-steps.tsx'

export function FirstStepsDialog({ onClose }: { onClose: () => void }) {
  const { data: profile } = useQuery({ ...profileQueries.byHandle(useUserId() ?? ''), staleTime: Infinity })
  return profile ? <FirstSteps before={profile} onClose={onClose} /> : null
}

function FirstSteps({ before, onClose }: { before: Profile; onClose: () => void }) {
  const m = useMessages(firstStepsMessages)
  const formId = useId()
  const steps = useSteps(before)
  const [isTeen, setTeen] = useState(false)
  const putOff = () => {
    putOffFirstSteps()
    onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const saved = await steps.save()
    if (saved) {
      toast({ title: m.welcome(saved.display_name) })
      preferForYou(before.id)
      onClose()
    } else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus())
  }
  const begin = (prompt: string) => {
    // What was typed goes along; what cannot be saved now is kept for the next time.
    void steps.save().then((saved) => saved ?? putOffFirstSteps())
    openCreateForm({ prompt })
  }
  const footer = (
    <div className="flex gap-2">
      <Button size="lg" variant="ghost" onClick={putOff}>
        {m.later}
      </Button>
      <Button
        type="submit"
        form={formId}
        size="lg"
        variant="primary"
        className="flex-1"
        busyLabel={steps.isPending && m.saving}
      >
        {m.save}
      </Button>
    </div>
  )
  // What is typed here is kept on the device meanwhile.
  if (isTeen) return <TeenModeDialog onClose={() => setTeen(false)} />
  return (
    <Dialog title={m.title} onClose={putOff} size="lg" footer={footer}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid content-start gap-4.5">
          <Gift />
          {steps.refusal.block}
          <TextField
            label={m.name}
            name="name"
            autoComplete="name"
            maxLength={100}
            value={steps.typed.name}
            error={steps.refusal.name}
            onChange={(event) => steps.change({ name: event.target.value })}
          />
          <UsernameField
            value={steps.username}
            current={before.username}
            refusal={steps.refusal.username}
            suggestions={steps.refusal.suggestions}
            onChange={(username) => steps.change({ username })}
          />
          <LanguageChoice userId={before.id} />
          <Interests userId={before.id} />
          <Teen onStart={() => setTeen(true)} />
        </form>
        <Prompts onChoose={begin} />
      </div>
    </Dialog>
  )
}

/** What was chosen is shown where it was promised; without a choice, everything new stays. */
function preferForYou(userId: string): void {
  if (queryClient.getQueryData(tagQueries.followed(userId).queryKey)?.length) rememberFeedTab('for_you')
}

/** How many images are still given: the balance knows, and where none is left nothing is said. */
function Gift() {
  const m = useMessages(firstStepsMessages)
  const { data } = useCredits()
  return (
    <p className="flex min-h-13 items-center gap-3 rounded-md bg-credit-soft px-4 py-2.5 text-on-credit-soft empty:invisible">
      {data && data.promo > 0 && (
        <>
          <i aria-hidden="true" className="losange flex-none text-lg text-credit" />
          <span>
            <strong className="block font-heading text-lg leading-tight">{m.gift(data.promo)}</strong>
            <span className="text-sm">{m.giftText}</span>
          </span>
        </>
      )}
    </p>
  )
}

function LanguageChoice({ userId }: { userId: string }) {
  const m = useMessages(firstStepsMessages)
  const language = useLanguage()
  const speak = (next: Language) => {
    setLanguage(next)
    changeSetting(userId, 'language', next)
  }
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{m.language}</p>
      <SegmentedControl
        label={m.language}
        value={language}
        options={[
          { value: 'fr', label: 'Français' },
          { value: 'en', label: 'English' },
        ]}
        onChange={speak}
      />
    </div>
  )
}

/** Whoever is under eighteen is asked for it here, once: nobody else gives a date of birth. */
function Teen({ onStart }: { onStart: () => void }) {
  const m = useMessages(firstStepsMessages)
  const teen = useMessages(teenMessages)
  const until = useTeenUntil()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2.5 border-t border-line pt-3.5 text-sm">
      {until === null ? (
        <>
          <span className="font-semibold">{m.young}</span>
          <Button size="sm" onClick={onStart}>
            {teen.start}
          </Button>
        </>
      ) : (
        <span>{teen.started(formatDate(until))}</span>
      )}
    </div>
  )
}

const mostPrompts = 3

function Prompts({ onChoose }: { onChoose: (prompt: string) => void }) {
  const m = useMessages(firstStepsMessages)
  const language = useLanguage()
  return (
    <section aria-labelledby="first-prompts" className="grid content-start gap-2.5">
      <h3 id="first-prompts" className="text-lg">
        {m.prompts}
      </h3>
      <ul className="grid gap-2.5">
        {examples.slice(0, mostPrompts).map(({ name, prompt }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(prompt[language])}
              className="flex w-full items-center gap-3.5 rounded-md bg-surface-2 p-2 pr-4 text-left text-sm font-medium hover:bg-surface-3 lg:text-base"
            >
              <ExamplePicture name={name} className="size-19 flex-none lg:size-32" />
              {prompt[language]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const tags = Object.keys(interestMessages.fr) as (keyof typeof interestMessages.fr)[]

/** Each is followed, or no longer, as soon as it is touched: without network it is sent when that is back. */
function Interests({ userId }: { userId: string }) {
  const m = useMessages(firstStepsMessages)
  const names = useMessages(interestMessages)
  const { data: followed = [] } = useQuery(tagQueries.followed(userId))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{m.interests}</legend>
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => {
          const isFollowed = followed.includes(tag)
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={isFollowed}
              onClick={() => followTag({ userId, tag, wanted: !isFollowed })}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-surface-2 px-4 text-sm font-medium text-text-2 hover:bg-surface-3 aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-on-ink"
            >
              {isFollowed && <Check aria-hidden="true" className="size-4" />}
              {names[tag]}
            </button>
          )
        })}
      </div>
      <p className="text-xs text-text-3">{m.interestsHelp}</p>
    </fieldset>
  )
}

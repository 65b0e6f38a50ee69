import type { ShowcaseBlock } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { foundPicks, refreshArea, saveShowcase } from './creator-queries.ts'
import { creatorMessages } from './creator.i18n.ts'
import { blocksOf, emptyLink, licences, sheetOf, type Sheet } from './showcase-sheet.ts'
import { ShowcasePicks } from './ShowcasePicks.tsx'

const longest = 800

/** The blocks of one's Vitrine, as one sheet to fill in: what is empty is not shown. */
export function ShowcaseEditor({ blocks }: { blocks: readonly ShowcaseBlock[] }) {
  const m = useMessages(creatorMessages)
  const userId = useUserId()
  const [sheet, setSheet] = useState(() => sheetOf(blocks))
  const change = (part: Partial<Sheet>) => setSheet((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: async () => saveShowcase(blocksOf({ ...sheet, ...(await foundPicks(userId, sheet)) })),
    onSuccess: () => toast({ title: m.saved }),
    onSettled: refreshArea,
  })
  return (
    <form
      aria-labelledby="showcase"
      className="card grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="showcase" className="text-base">
          {m.showcase}
        </h2>
        <Link to={paths.ownProfile} className="inline-block text-sm font-semibold text-link">
          {m.seeProfile}
        </Link>
        <p className="basis-full text-sm text-text-2">{m.showcaseText}</p>
      </div>
      <TextArea
        label={m.about}
        value={sheet.about}
        maxLength={longest}
        help={m.aboutHelp(longest - sheet.about.length)}
        onChange={({ target }) => change({ about: target.value })}
      />
      <SelectField
        label={m.licence}
        value={sheet.licence}
        options={[
          { value: '', label: m.licenceNone },
          ...licences.map((licence) => ({ value: licence, label: m[licence] })),
        ]}
        onChange={({ target }) => change({ licence: licences.find((known) => known === target.value) ?? '' })}
      />
      <Links links={sheet.links} onChange={(links) => change({ links })} />
      <ShowcasePicks stored={blocks} sheet={sheet} onChange={change} />
      <label className="flex items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={sheet.hasPrices}
          className="size-5 accent-(--accent)"
          onChange={({ target }) => change({ hasPrices: target.checked })}
        />
        {m.showPrices}
      </label>
      {save.isError && <Alert tone="danger">{refusal(m, save.error)}</Alert>}
      <Button type="submit" variant="primary" busyLabel={save.isPending && m.saving} className="justify-self-start">
        {m.save}
      </Button>
    </form>
  )
}

type Words = ReturnType<typeof useMessages<typeof creatorMessages.fr>>

const wrongBlocks = ['wrong_about', 'wrong_links', 'wrong_posts', 'wrong_series'] as const

function refusal(m: Words, error: unknown): string {
  const kind = wrongBlocks.find((wrong) => error instanceof DataError && wrong === `wrong_${error.details ?? ''}`)
  return kind ? m[kind] : m.failed
}

function Links({ links, onChange }: { links: Sheet['links']; onChange: (links: Sheet['links']) => void }) {
  const m = useMessages(creatorMessages)
  const shown = links.length < 3 && links.every(({ label, url }) => label || url) ? [...links, emptyLink] : links
  const set = (place: number, part: Partial<Sheet['links'][number]>) =>
    onChange(shown.map((link, at) => (at === place ? Object.assign({}, link, part) : link)))
  return (
    <div className="grid gap-3">
      {shown.map(({ label, url }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a link is its place
        <div key={place} className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={m.linkLabel(place + 1)}
            value={label}
            maxLength={40}
            onChange={({ target }) => set(place, { label: target.value })}
          />
          <TextField
            label={m.linkUrl(place + 1)}
            value={url}
            type="url"
            inputMode="url"
            placeholder="https://"
            onChange={({ target }) => set(place, { url: target.value })}
          />
        </div>
      ))}
    </div>
  )
}

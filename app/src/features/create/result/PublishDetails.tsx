/** « Détails »: everything about a publication before it is one. */
import { useState } from 'react'

import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { AudienceFields } from '#entities/post/audience/AudienceFields.tsx'
import { languageOptions } from '#entities/post/audience/languages.ts'
import { LicenseField } from '#entities/post/audience/LicenseField.tsx'
import { hourAt, proposedHour } from '#entities/post/planned/planned-hour.ts'
import { plannedMessages } from '#entities/post/planned/planned.i18n.ts'
import { PlannedHourField } from '#entities/post/planned/PlannedHourField.tsx'
import { TagField } from '#entities/post/TagField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { useSettledChoices, type PublicationChoices } from './publication-choices.ts'
import { oneTap, readDetails, type PublicationDetails } from './publish-post.ts'
import { PublishImages } from './PublishImages.tsx'
import { resultMessages } from './result.i18n.ts'

export interface PublishDetailsProps {
  creation: Creation
  image: CreatedImage
  onClose: () => void
  onPublish: (details: PublicationDetails) => void
}

/** Until what is settled for the account is known; nothing is published with it. */
const unsettled: PublicationChoices = { promptVisible: false, remixAllowed: false, commentsPolicy: 'nobody' }

export function PublishDetails({ creation, image, onClose, onPublish }: PublishDetailsProps) {
  const m = useMessages(resultMessages)
  const p = useMessages(plannedMessages)
  const settled = useSettledChoices()
  const [changed, setChanged] = useState<Partial<PublicationDetails>>(() => readDetails(image.id) ?? {})
  const chosen = { ...oneTap(settled ?? unsettled), ...changed }
  // Words that are not to be shown describe no image either.
  const described = chosen.promptVisible ? creation.order.prompt.slice(0, 1000) : ''
  const details = { ...chosen, altText: changed.altText ?? described }
  const change = (next: Partial<PublicationDetails>) => setChanged((before) => ({ ...before, ...next }))
  const [hour, setHour] = useState(() => (changed.publishAt ? hourAt(changed.publishAt) : null))
  const isAmiss = hour !== null && hour.fault !== null
  const publish = () => {
    // What is settled for the account is not known yet: nobody publishes more than that.
    if (!settled || isAmiss) return
    onClose()
    onPublish({ ...details, publishAt: hour && new Date(hour.field).toISOString() })
  }
  const footer = (
    <Button variant="primary" size="lg" wide disabled={!settled || isAmiss} onClick={publish}>
      {hour === null ? m.publish : p.plan}
    </Button>
  )
  return (
    <Dialog title={m.detailsTitle} onClose={onClose} size="md" footer={footer}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of every form of the app */}
      <form
        className="grid gap-4.5"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && publish()}
      >
        <Words creation={creation} image={image} details={details} onChange={change} />
        <AudienceFields audience={details} onChange={change} />
        <LicenseField value={details.license} onChange={(license) => change({ license })} />
        <SelectField
          label={m.lang}
          value={details.lang}
          options={[{ value: '', label: m.foundLang }, ...languageOptions()]}
          onChange={(event) => change({ lang: event.target.value })}
        />
        <ChoiceRow
          title={m.promptVisible}
          help={m.promptVisibleHelp}
          checked={details.promptVisible}
          onChange={(promptVisible) => change({ promptVisible })}
        />
        <ChoiceRow
          title={m.remixAllowed}
          help={m.remixAllowedHelp}
          checked={details.remixAllowed}
          onChange={(remixAllowed) => change({ remixAllowed })}
        />
        <div className="grid gap-3">
          <p className="-mb-1.5 text-sm font-semibold">{p.when}</p>
          <SegmentedControl
            label={p.when}
            value={hour === null ? 'now' : 'later'}
            options={[
              { value: 'now', label: p.now },
              { value: 'later', label: p.later },
            ]}
            onChange={(when) => setHour(when === 'now' ? null : hourAt(proposedHour(new Date())))}
          />
          {hour !== null && <PlannedHourField hour={hour} onChange={setHour} />}
        </div>
      </form>
    </Dialog>
  )
}

interface WordsProps {
  creation: Creation
  image: CreatedImage
  details: PublicationDetails
  onChange: (change: Partial<PublicationDetails>) => void
}

/** What is shown, and what is said of it. */
function Words({ creation, image, details, onChange }: WordsProps) {
  const m = useMessages(resultMessages)
  const isSingle = details.images.length === 0
  return (
    <>
      <div className="flex gap-4">
        {isSingle && <Picture image={image} alt="" sizes="96px" className="w-24 flex-none self-start rounded-img" />}
        <div className="min-w-0 flex-1">
          <TextField
            label={m.postTitle}
            value={details.title}
            maxLength={120}
            data-autofocus
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </div>
      </div>
      <PublishImages creation={creation} image={image} details={details} onChange={onChange} />
      <TextArea
        label={m.description}
        value={details.description}
        maxLength={2200}
        className="field-sizing-content max-h-48 min-h-22"
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <TagField tags={details.hashtags} words={creation.order.prompt} onChange={(hashtags) => onChange({ hashtags })} />
      {isSingle && (
        <TextArea
          label={m.alt}
          help={m.altHelp}
          value={details.altText}
          maxLength={1000}
          className="field-sizing-content max-h-48 min-h-22"
          onChange={(event) => onChange({ altText: event.target.value })}
        />
      )}
    </>
  )
}

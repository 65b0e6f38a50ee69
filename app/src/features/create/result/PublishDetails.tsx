/** « Détails »: a publication before it is one. What everybody needs is in sight, the rest in one fold. */
import { useState } from 'react'

import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { VisibilityField } from '#entities/post/audience/AudienceFields.tsx'
import { hourAt } from '#entities/post/planned/planned-hour.ts'
import { plannedMessages } from '#entities/post/planned/planned.i18n.ts'
import { TagField } from '#entities/post/TagField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { useSettledChoices, type PublicationChoices } from './publication-choices.ts'
import { hasSeveral, oneTap, readDetails, type PublicationDetails } from './publish-post.ts'
import { PublishImages } from './PublishImages.tsx'
import { PublishSettings } from './PublishSettings.tsx'
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
        <VisibilityField audience={details} onChange={change} />
        <PublishSettings
          creation={creation}
          image={image}
          details={details}
          hour={hour}
          onChange={change}
          onHour={setHour}
        />
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
      {hasSeveral(creation, details) && (
        <PublishImages creation={creation} image={image} details={details} onChange={onChange} />
      )}
      <TextArea
        label={m.description}
        value={details.description}
        maxLength={2200}
        className="field-sizing-content max-h-48 min-h-22"
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <TagField tags={details.hashtags} words={creation.order.prompt} onChange={(hashtags) => onChange({ hashtags })} />
    </>
  )
}

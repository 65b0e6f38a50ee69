/** « Réglages » of a publication: what is settled already, and what few change. */
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { AnswerFields } from '#entities/post/audience/AudienceFields.tsx'
import { languageOptions } from '#entities/post/audience/languages.ts'
import { LicenseField } from '#entities/post/audience/LicenseField.tsx'
import { hourAt, proposedHour, type WrittenHour } from '#entities/post/planned/planned-hour.ts'
import { plannedMessages } from '#entities/post/planned/planned.i18n.ts'
import { PlannedHourField } from '#entities/post/planned/PlannedHourField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { Fold } from '#ui/fields/Fold.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { hasSeveral, type PublicationDetails } from './publish-post.ts'
import { PublishImages } from './PublishImages.tsx'
import { resultMessages } from './result.i18n.ts'

export interface PublishSettingsProps {
  creation: Creation
  image: CreatedImage
  details: PublicationDetails
  /** `null`: at once. */
  hour: WrittenHour | null
  onChange: (change: Partial<PublicationDetails>) => void
  onHour: (hour: WrittenHour | null) => void
}

export function PublishSettings({ creation, image, details, hour, onChange, onHour }: PublishSettingsProps) {
  const m = useMessages(resultMessages)
  return (
    <Fold title={m.settings} facts={useFacts(details, hour)}>
      <ChoiceRow
        title={m.promptVisible}
        help={m.promptVisibleHelp}
        checked={details.promptVisible}
        onChange={(promptVisible) => onChange({ promptVisible })}
      />
      {!details.promptVisible && (
        <ChoiceRow
          title={m.promptOnRequest}
          help={m.promptOnRequestHelp}
          checked={details.promptOnRequest ?? false}
          onChange={(promptOnRequest) => onChange({ promptOnRequest })}
        />
      )}
      <ChoiceRow
        title={m.remixAllowed}
        help={m.remixAllowedHelp}
        checked={details.remixAllowed}
        onChange={(remixAllowed) => onChange({ remixAllowed })}
      />
      <Moment hour={hour} onHour={onHour} />
      {!hasSeveral(creation, details) && (
        <PublishImages creation={creation} image={image} details={details} onChange={onChange} />
      )}
      {details.images.length === 0 && (
        <TextArea
          label={m.alt}
          help={m.altHelp}
          value={details.altText}
          maxLength={1000}
          className="field-sizing-content max-h-48 min-h-22"
          onChange={(event) => onChange({ altText: event.target.value })}
        />
      )}
      <AnswerFields audience={details} onChange={onChange} />
      <LicenseField value={details.license} onChange={(license) => onChange({ license })} />
      <SelectField
        label={m.lang}
        value={details.lang}
        options={[{ value: '', label: m.foundLang }, ...languageOptions()]}
        onChange={(event) => onChange({ lang: event.target.value })}
      />
    </Fold>
  )
}

function Moment({ hour, onHour }: Pick<PublishSettingsProps, 'hour' | 'onHour'>) {
  const p = useMessages(plannedMessages)
  return (
    <div className="grid gap-3">
      <p className="-mb-1.5 text-sm font-semibold">{p.when}</p>
      <SegmentedControl
        label={p.when}
        value={hour === null ? 'now' : 'later'}
        options={[
          { value: 'now', label: p.now },
          { value: 'later', label: p.later },
        ]}
        onChange={(when) => onHour(when === 'now' ? null : hourAt(proposedHour(new Date())))}
      />
      {hour !== null && <PlannedHourField hour={hour} onChange={onHour} />}
    </div>
  )
}

/** What others may see and do, always; the rest where it is not as usual. */
function useFacts(details: PublicationDetails, hour: WrittenHour | null): (string | false)[] {
  const m = useMessages(resultMessages)
  const p = useMessages(plannedMessages)
  const { promptVisible, promptOnRequest, remixAllowed, commentsPolicy, rating } = details
  return [
    hour !== null && (hour.fault === null ? p.later : m.hourAmiss),
    promptVisible ? m.promptVisible : promptOnRequest ? m.promptOnRequest : m.promptHidden,
    remixAllowed ? m.remixAllowed : m.remixForbidden,
    commentsPolicy !== 'everyone' && m.commentsOf(m[commentsPolicy]),
    (rating === 1 || rating === 2 || rating === 3) && m[`rating${rating}`],
  ]
}

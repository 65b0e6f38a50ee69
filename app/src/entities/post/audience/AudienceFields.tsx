import { defineMessages, useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'

import type { Post, Visibility } from '../post.ts'
import { audienceWords } from './audience-words.ts'

export const visibilities = ['public', 'followers', 'unlisted', 'private'] as const satisfies readonly Visibility[]
const policies = ['everyone', 'followers', 'nobody'] as const
const ratings = [0, 1, 2, 3] as const

export interface Audience {
  visibility: Visibility
  commentsPolicy: Post['commentsPolicy']
  rating: number
}

export interface AudienceFieldsProps {
  audience: Audience
  onChange: (change: Partial<Audience>) => void
}

const messages = defineMessages(audienceWords)

/** For whom a publication is, who may answer, and how sensitive it is: where it is made and where it is changed. */
export function AudienceFields(props: AudienceFieldsProps) {
  return (
    <>
      <VisibilityField {...props} />
      <AnswerFields {...props} />
    </>
  )
}

export function VisibilityField({ audience: { visibility }, onChange }: AudienceFieldsProps) {
  const m = useMessages(messages)
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{m.visibility}</p>
      <SegmentedControl
        label={m.visibility}
        value={visibility}
        options={visibilities.map((value) => ({ value, label: m[value] }))}
        onChange={(chosen) => onChange({ visibility: chosen })}
      />
      <p className="text-xs text-text-3">{m[`${visibility}Help`]}</p>
    </div>
  )
}

/** Who may answer, and how sensitive it is. */
export function AnswerFields({ audience, onChange }: AudienceFieldsProps) {
  const m = useMessages(messages)
  return (
    <>
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{m.comments}</p>
        <SegmentedControl
          label={m.comments}
          value={audience.commentsPolicy}
          options={policies.map((value) => ({ value, label: m[value] }))}
          onChange={(commentsPolicy) => onChange({ commentsPolicy })}
        />
      </div>
      <SelectField
        label={m.rating}
        help={m.ratingHelp}
        value={String(audience.rating)}
        options={ratings.map((rating) => ({ value: String(rating), label: m[`rating${rating}`] }))}
        onChange={(event) => onChange({ rating: Number(event.target.value) })}
      />
    </>
  )
}

import { Picture } from '#entities/image/Picture.tsx'
import { AudienceFields } from '#entities/post/audience/AudienceFields.tsx'
import { languageOptions } from '#entities/post/audience/languages.ts'
import { LicenseField } from '#entities/post/audience/LicenseField.tsx'
import { hiddenWords } from '#entities/post/hidden-words.ts'
import { TagField } from '#entities/post/TagField.tsx'
import { formatLanguage } from '#i18n/format-language.ts'
import { useMessages } from '#i18n/messages.ts'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import type { PagePost } from '../page-queries.ts'
import { editMessages } from './edit.i18n.ts'
import type { EditedPost } from './post-mutations.ts'

export interface EditFieldsProps {
  post: PagePost
  edited: EditedPost
  onChange: (change: Partial<EditedPost>) => void
}

export function EditFields({ post, edited, onChange }: EditFieldsProps) {
  const m = useMessages(editMessages)
  const { lang = null, readLang = null } = post.details ?? {}
  const found = lang === null && readLang !== null ? formatLanguage(readLang) : null
  return (
    <>
      <div className="flex gap-4">
        <Picture image={post.image} alt="" sizes="96px" className="w-24 flex-none self-start rounded-img" />
        <div className="min-w-0 flex-1">
          <TextField
            label={m.postTitle}
            value={edited.title}
            maxLength={120}
            data-autofocus
            onChange={(event) => onChange({ title: event.target.value })}
          />
          <p className="mt-2 text-xs text-text-3">{m.imageStays}</p>
        </div>
      </div>
      <TextArea
        label={m.description}
        value={edited.description}
        maxLength={2200}
        dir="auto"
        className="field-sizing-content max-h-48 min-h-22"
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <TagField tags={edited.hashtags} onChange={(hashtags) => onChange({ hashtags })} />
      <TextArea
        label={m.alt}
        help={m.altHelp}
        value={edited.altText}
        maxLength={1000}
        dir="auto"
        placeholder={post.prompt === hiddenWords ? undefined : post.prompt}
        className="field-sizing-content max-h-48 min-h-22"
        onChange={(event) => onChange({ altText: event.target.value })}
      />
      <AudienceFields audience={edited} onChange={onChange} />
      <div className="grid gap-4.5 md:grid-cols-2">
        <LicenseField value={edited.license} onChange={(license) => onChange({ license })} />
        <SelectField
          label={m.lang}
          value={edited.lang}
          options={[{ value: '', label: m.foundLang(found) }, ...languageOptions(post.details?.lang ?? null)]}
          onChange={(event) => onChange({ lang: event.target.value })}
        />
      </div>
      <ChoiceRow
        title={m.promptVisible}
        help={m.promptVisibleHelp}
        checked={edited.promptVisible}
        onChange={(promptVisible) => onChange({ promptVisible })}
      />
      {!edited.promptVisible && (
        <ChoiceRow
          title={m.promptOnRequest}
          help={m.promptOnRequestHelp}
          checked={edited.promptOnRequest}
          onChange={(promptOnRequest) => onChange({ promptOnRequest })}
        />
      )}
      <ChoiceRow
        title={m.remixAllowed}
        help={m.remixAllowedHelp}
        checked={edited.remixAllowed}
        onChange={(remixAllowed) => onChange({ remixAllowed })}
      />
    </>
  )
}

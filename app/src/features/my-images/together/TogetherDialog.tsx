/** Several of one's own pictures as one publication: their order, what is said of them, and for whom it is. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { AudienceFields } from '#entities/post/audience/AudienceFields.tsx'
import { languageOptions } from '#entities/post/audience/languages.ts'
import { LicenseField } from '#entities/post/audience/LicenseField.tsx'
import { ImagesField, mostImages } from '#entities/post/images/ImagesField.tsx'
import { TagField } from '#entities/post/TagField.tsx'
import { mySettingsQuery } from '#entities/profile/my-settings.ts'
import { useAuthorName } from '#entities/profile/username/name-author.ts'
import { UsernameField } from '#entities/profile/username/UsernameField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import type { MyImage } from '../my-images.ts'
import { publishTogether, readWords, type TogetherWords } from './publish-together.ts'
import { togetherMessages } from './together.i18n.ts'

export interface TogetherDialogProps {
  /** In the order in which they were chosen. */
  chosen: readonly MyImage[]
  onClose: () => void
  onPublished: () => void
}

export function TogetherDialog({ chosen, onClose, onPublished }: TogetherDialogProps) {
  const m = useMessages(togetherMessages)
  const [images, setImages] = useState(() => chosen.slice(0, mostImages))
  const { words, change, isKnown } = useWords(images)
  const author = useAuthorName()
  const [isTaking, setTaking] = useState(false)
  const left = chosen.length - mostImages
  const publish = async () => {
    if (!isKnown || isTaking || images.length === 0) return
    setTaking(true)
    const isNamed = await author.take()
    setTaking(false)
    if (!isNamed) return
    publishTogether(images, words)
    onPublished()
  }
  const footer = (
    <Button
      variant="primary"
      size="lg"
      wide
      disabled={!isKnown || images.length === 0}
      busyLabel={isTaking && m.publishing}
      onClick={() => void publish()}
    >
      {m.publish}
    </Button>
  )
  return (
    <Dialog title={m.title(images.length)} onClose={onClose} size="md" footer={footer}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of every form of the app */}
      <form
        className="grid gap-4.5"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void publish()}
      >
        {left > 0 && <Alert tone="info">{m.tooMany(mostImages, left)}</Alert>}
        <ImagesField images={images} alts={words.alts} onOrder={setImages} onAlts={(alts) => change({ alts })} />
        <TextField
          label={m.postTitle}
          value={words.title}
          maxLength={120}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextArea
          label={m.description}
          value={words.description}
          maxLength={2200}
          className="field-sizing-content max-h-48 min-h-22"
          onChange={(event) => change({ description: event.target.value })}
        />
        <TagField tags={words.hashtags} onChange={(hashtags) => change({ hashtags })} />
        <AudienceFields audience={words} onChange={change} />
        <LicenseField value={words.license} onChange={(license) => change({ license })} />
        <SelectField
          label={m.lang}
          value={words.lang}
          options={[{ value: '', label: m.foundLang }, ...languageOptions()]}
          onChange={(event) => change({ lang: event.target.value })}
        />
        <ChoiceRow
          title={m.promptVisible}
          help={m.promptVisibleHelp}
          checked={words.promptVisible}
          onChange={(promptVisible) => change({ promptVisible })}
        />
        <ChoiceRow
          title={m.remixAllowed}
          help={m.remixAllowedHelp}
          checked={words.remixAllowed}
          onChange={(remixAllowed) => change({ remixAllowed })}
        />
        {author.isLacking && (
          <UsernameField
            value={author.username}
            current={null}
            refusal={author.refusal?.username ?? null}
            suggestions={author.refusal?.suggestions ?? []}
            onChange={author.change}
          />
        )}
      </form>
    </Dialog>
  )
}

/** What is settled for the account holds until it is changed here; before it is known nobody publishes. */
function useWords(images: readonly MyImage[]) {
  const userId = useUserId() ?? ''
  const { data: settings } = useQuery({ ...mySettingsQuery(userId), enabled: userId !== '' })
  const [changed, setChanged] = useState(() => readWords(images))
  const promptVisible = changed.promptVisible ?? settings?.default_prompt_visible ?? false
  const words: TogetherWords = {
    title: '',
    description: '',
    hashtags: [],
    visibility: 'public',
    lang: '',
    commentsPolicy: settings?.default_comments_policy ?? 'nobody',
    rating: 0,
    license: 'perso',
    promptVisible,
    remixAllowed: settings?.default_remix_allowed ?? false,
    ...changed,
    // Words that are not to be shown describe no image either.
    alts: {
      ...Object.fromEntries(images.map(({ id, prompt }) => [id, promptVisible ? prompt.slice(0, 1000) : ''])),
      ...changed.alts,
    },
  }
  const change = (part: Partial<TogetherWords>) => setChanged((before) => ({ ...before, ...part }))
  return { words, change, isKnown: settings !== undefined }
}

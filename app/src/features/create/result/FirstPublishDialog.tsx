/** Asked once, before the first publication: what others may see and do. */
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useAuthorName } from '#entities/profile/username/name-author.ts'
import { UsernameField } from '#entities/profile/username/UsernameField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'

import { settleChoices, useSettledChoices, type PublicationChoices } from './publication-choices.ts'
import { resultMessages } from './result.i18n.ts'

export interface FirstPublishDialogProps {
  onClose: () => void
  onPublish: (choices: PublicationChoices) => void
}

export function FirstPublishDialog({ onClose, onPublish }: FirstPublishDialogProps) {
  const m = useMessages(resultMessages)
  const userId = useUserId()
  const settled = useSettledChoices()
  const [changed, setChanged] = useState<Partial<PublicationChoices>>({})
  const choices = settled && { ...settled, ...changed }
  const author = useAuthorName()
  const [isTaking, setTaking] = useState(false)
  const publish = async () => {
    if (!choices || userId === null || isTaking) return
    setTaking(true)
    const isNamed = await author.take()
    setTaking(false)
    if (!isNamed) return
    settleChoices(userId, choices)
    onClose()
    onPublish(choices)
  }
  const footer = (
    <Button
      variant="primary"
      size="lg"
      wide
      data-autofocus
      disabled={!choices}
      busyLabel={isTaking && m.publishing}
      onClick={() => void publish()}
    >
      {m.publish}
    </Button>
  )
  return (
    <Dialog title={m.firstTitle} onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        <ChoiceRow
          title={m.promptVisible}
          help={m.promptVisibleHelp}
          checked={choices?.promptVisible ?? false}
          onChange={(promptVisible) => setChanged({ ...changed, promptVisible })}
        />
        <ChoiceRow
          title={m.remixAllowed}
          help={m.remixAllowedHelp}
          checked={choices?.remixAllowed ?? false}
          onChange={(remixAllowed) => setChanged({ ...changed, remixAllowed })}
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
        <p className="text-xs text-text-3">{m.firstText}</p>
      </div>
    </Dialog>
  )
}

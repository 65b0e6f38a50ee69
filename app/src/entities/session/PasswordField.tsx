import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextField, type TextFieldProps } from '#ui/fields/TextField.tsx'

import { authWords } from './auth-words.ts'

/** A password that its owner may look at. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'inside'>) {
  const m = useMessages(authWords)
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={visible ? 'text' : 'password'}
      inside={
        <IconButton
          label={visible ? m.hide : m.show}
          icon={<Icon aria-hidden="true" className="size-5" />}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  )
}

import { useEffect, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { DiagnosticPage } from '../DiagnosticPage.tsx'
import { focusMessages } from './focus.i18n.ts'

/** `/simple-focus-test`: one field and one button, and how much of the page a phone's keyboard leaves. */
export function SimpleFocusScreen() {
  const m = useMessages(focusMessages)
  const [focused, setFocused] = useState(0)
  const [blurred, setBlurred] = useState(0)
  const height = useHeightInSight()
  const counted = {
    onFocus: () => setFocused((count) => count + 1),
    onBlur: () => setBlurred((count) => count + 1),
  }
  return (
    <DiagnosticPage
      path={paths.simpleFocusTest}
      intro={m.simpleIntro}
      report={() => ({ focused, blurred, height, whole: innerHeight })}
    >
      <div className="grid max-w-120 gap-4">
        <TextField label={m.field} {...counted} />
        <Button {...counted}>{m.button}</Button>
        <ul className="text-sm text-text-2">
          <li>{m.focused(focused)}</li>
          <li>{m.blurred(blurred)}</li>
          <li>{m.height(height)}</li>
        </ul>
      </div>
    </DiagnosticPage>
  )
}

function useHeightInSight(): number {
  const [height, setHeight] = useState(readHeight)
  useEffect(() => {
    const view = globalThis.visualViewport
    const read = () => setHeight(readHeight())
    view?.addEventListener('resize', read)
    return () => view?.removeEventListener('resize', read)
  }, [])
  return height
}

function readHeight(): number {
  return Math.round(globalThis.visualViewport?.height ?? innerHeight)
}

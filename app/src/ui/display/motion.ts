import { isStill } from './apply-display.ts'
import { getDisplaySettings } from './display-settings.ts'

export function isMotionReduced(): boolean {
  return isStill(getDisplaySettings())
}

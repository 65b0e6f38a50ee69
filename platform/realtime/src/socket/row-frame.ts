import type { ProtocolVersion } from '../wire/client-frames.ts'
import { messageFrame } from '../wire/server-frames.ts'

let lastJson = ''
const frames = new Map<string, Buffer>()

/** One change reaches many channels one after the other: those that look the same share one frame. */
export function rowFrame(version: ProtocolVersion, topic: string, ids: readonly number[], dataJson: string): Buffer {
  if (dataJson !== lastJson) {
    frames.clear()
    lastJson = dataJson
  }
  const idList = ids.join(',')
  const key = `${version} ${idList} ${topic}`
  let frame = frames.get(key)
  if (frame === undefined) {
    const payloadJson = `{"ids":[${idList}],"data":${dataJson}}`
    frame = messageFrame(version, { joinRef: null, ref: null, topic, event: 'postgres_changes', payloadJson })
    frames.set(key, frame)
  }
  return frame
}

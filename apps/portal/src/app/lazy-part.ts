import type { ComponentType } from 'react'
import { screenTexts } from '../i18n/index.js'
import { screenPart } from '../lib/parts/late-part.js'

/** Creates a part in a separate bundle. The part renders as soon as its file and the texts have loaded. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  screenPart(async () => {
    const [part] = await Promise.all([load(), screenTexts()])
    return part
  })

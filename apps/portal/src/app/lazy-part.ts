import { type ComponentType, lazy } from 'react'
import { screenTexts } from '../i18n/index.js'

/** Creates a part in a separate bundle. The part renders as soon as its file and the texts have loaded. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), screenTexts()])
    return { default: part }
  })

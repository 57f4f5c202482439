import { type ComponentType, lazy } from 'react'
import { screenTexts } from '../i18n/index.js'

/** What the frame opens and does not hold: drawn once its own file and the texts have come. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), screenTexts()])
    return { default: part }
  })

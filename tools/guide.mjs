// `npm run guide`: writes docs/guide from the articles of the portal.
import { GUIDES } from '../apps/portal/src/features/guides/list.ts'
import { writeGuide } from './dist/guide/write-guide.js'

console.log(`${writeGuide(GUIDES)} pages in docs/guide`)

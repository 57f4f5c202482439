export { DISCLOSURE_KINDS, type DisclosedRow, type Disclosure, type DisclosureKind } from './disclosure.js'
export { Disclosures } from './disclosures.js'
export { DisclosuresModule } from './disclosures.module.js'

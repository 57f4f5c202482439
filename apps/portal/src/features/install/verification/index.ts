export { CheckList } from './check-list.js'
export { UnverifiedCard } from './unverified-card.js'
export { VehicleVerification } from './vehicle-verification.js'
export { VerifiedMark } from './verified-mark.js'

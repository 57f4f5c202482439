/** A change of an account by another user. */
export type AccountChange = 'email' | 'password' | 'reset-link' | 'second-factor' | 'rights'

/** Values of each mail. Times are ISO 8601; links lead to Roadbook's own pages. */
export interface MailValues {
  /** To a new user, who chooses a password behind the link. */
  invitation: { firstName: string; invitedBy: string; businessName: string; link: string; expiresAt: string }
  /** To a new user with a temporary password, to be changed at the first sign-in. */
  'invitation-password': {
    firstName: string
    invitedBy: string
    businessName: string
    password: string
    link: string
    expiresAt: string
  }
  /** To a new user with a temporary password that does not expire, because the identity provider does not support it. */
  'invitation-password-lasting': { firstName: string; invitedBy: string; businessName: string; password: string; link: string }
  /** To a new user who already has an account with a password. */
  'invitation-sign-in': { firstName: string; invitedBy: string; businessName: string; link: string }
  /** To a user with a new temporary password, to be changed at the first sign-in. */
  'temporary-password': { firstName: string; password: string; link: string; expiresAt: string }
  /** To a user who requested a new password. */
  'password-reset': { firstName: string; link: string; expiresAt: string }
  /** To the owner of an account. For a change of address, it goes to both addresses. */
  'account-changed': {
    firstName: string
    changedBy: string
    change: AccountChange
    oldEmail?: string
    newEmail?: string
    /** Address to which the reader may send questions. */
    support: string
    link: string
  }
  /** To a customer, asking for consent that the business sees the vehicle's location. */
  'consent-request': {
    firstName: string
    businessName: string
    entityName: string
    minutes: number
    link: string
    expiresAt: string
  }
  /** To a customer whose vehicle's tracker was removed. */
  'tracker-removed': { firstName: string; businessName: string; entityName: string; support: string; link: string }
  /**
   * To a customer whose vehicle's tracker was installed on another vehicle. `entityName` is the customer's vehicle;
   * `businessName` is the business of the other one.
   */
  'tracker-elsewhere': { firstName: string; businessName: string; entityName: string; support: string; link: string }
  /** To a customer for whom a user recorded a consent. The customer can end the consent behind the link. */
  'consent-given': {
    firstName: string
    businessName: string
    entityName: string
    support: string
    link: string
    expiresAt: string
  }
  /**
   * To a customer whose vehicle's location was made visible without their consent. The customer can end this behind the link.
   */
  'location-disclosed': {
    firstName: string
    businessName: string
    entityName: string
    change: 'missing' | 'link' | 'moved'
    support: string
    link: string
    /** Expiry of a link to a missing vehicle. */
    expiresAt?: string
  }
  /**
   * To managers of a tracker for which two senders sent data. A change that ends in `Since` includes the time when the other
   * sender began, for readers who may see it.
   */
  'sender-dispute': {
    firstName: string
    imei: string
    /** IMEI and title of the tracker, and its vehicle if the reader may see the vehicle. */
    trackerName: string
    /**
     * Effect on the data. `aside`: the other sender's data was set aside. `undone`: the other sender's data had moved the
     * vehicle, which was undone.
     */
    change: 'aside' | 'asideSince' | 'undone' | 'undoneSince'
    networkName: string
    protocolName: string
    beganAt?: string
    link: string
  }
  /** To users who search for a missing vehicle: the vehicle moves, or it has only now become known that it moved earlier. */
  'missing-moved': {
    firstName: string
    entityName: string
    caseNumber: string
    change: 'now' | 'late'
    startedAt: string
    endedAt: string
    link: string
  }
  /** To a customer whose vehicle was serviced. */
  'service-done': { firstName: string; businessName: string; entityName: string; service: string; support: string; link: string }
  /** A list as an attached CSV file. */
  'csv-attached': { firstName: string; listName: string; rowCount: number; link: string }
  /** A list as a CSV file behind a link, when it is too large for a mail. */
  'csv-ready': { firstName: string; listName: string; rowCount: number; link: string; expiresAt: string }
  /** An attached report, with days in the reader's format. */
  'report-attached': ReportValues
  /** A report behind a link, when it is too large for a mail. */
  'report-ready': ReportValues & { expiresAt: string }
  /** To managers of vehicles whose subscription ends soon or has ended. The mail names some vehicles; the link leads to all. */
  'subscriptions-ending': EndingValues
  /** To managers of vehicles whose insurance ends soon or has ended. */
  'insurances-ending': EndingValues
  /** To recipients of an alert rule: an alert, or that later fixes disprove an earlier one. */
  alert: {
    firstName: string
    change: 'raised' | 'late' | 'withdrawn'
    entityName: string
    businessName: string
    alertName: string
    ruleName: string
    beganAt: string
    link: string
  }
  /** To recipients of an alert rule: several alerts. The mail names some; the link leads to all. */
  'alerts-digest': { firstName: string; rowCount: number; alertsName: string; link: string }
  /**
   * To the author of a webhook: it was switched off because its receiver rejects it (`gone`) or has accepted nothing for days
   * (`failing`).
   */
  'webhook-off': { firstName: string; webhookName: string; businessName: string; change: 'gone' | 'failing'; link: string }
}
interface EndingValues {
  firstName: string
  change: 'month' | 'week' | 'ended'
  rowCount: number
  vehiclesName: string
  link: string
}
interface ReportValues {
  firstName: string
  reportName: string
  rowCount: number
  from: string
  till: string
  link: string
}
export type MailTemplate = keyof MailValues

export const MAIL_TEMPLATES: readonly MailTemplate[] = [
  'invitation',
  'invitation-password',
  'invitation-password-lasting',
  'invitation-sign-in',
  'temporary-password',
  'password-reset',
  'account-changed',
  'consent-request',
  'tracker-removed',
  'tracker-elsewhere',
  'consent-given',
  'location-disclosed',
  'sender-dispute',
  'missing-moved',
  'service-done',
  'csv-attached',
  'csv-ready',
  'report-attached',
  'report-ready',
  'subscriptions-ending',
  'insurances-ending',
  'webhook-off',
  'alert',
  'alerts-digest',
]

/** Kinds of changes to an account by another user. */
export type AccountChange = 'email' | 'password' | 'reset-link' | 'second-factor' | 'rights'

/** Values of each mail. Times are in ISO 8601. Links lead to Roadbook's own pages. */
export interface MailValues {
  /** To a new user. The link leads to the page where they choose a password. */
  invitation: { firstName: string; invitedBy: string; businessName: string; link: string; expiresAt: string }
  /** To a new user, with a temporary password that they must change at the first sign-in. */
  'invitation-password': {
    firstName: string
    invitedBy: string
    businessName: string
    password: string
    link: string
    expiresAt: string
  }
  /** To a new user, with a temporary password that does not expire. The identity provider does not support an expiry. */
  'invitation-password-lasting': { firstName: string; invitedBy: string; businessName: string; password: string; link: string }
  /** To a new user who already has an account with a password. */
  'invitation-sign-in': { firstName: string; invitedBy: string; businessName: string; link: string }
  /** To a user, with a new temporary password that they must change at the first sign-in. */
  'temporary-password': { firstName: string; password: string; link: string; expiresAt: string }
  /** To a user who requested a new password. */
  'password-reset': { firstName: string; link: string; expiresAt: string }
  /** To the owner of an account. A change of address is mailed to both addresses. */
  'account-changed': {
    firstName: string
    changedBy: string
    change: AccountChange
    oldEmail?: string
    newEmail?: string
    /** Address for the reader's questions. */
    support: string
    link: string
  }
  /** To a customer. The mail asks for consent that the business sees the vehicle's location. */
  'consent-request': {
    firstName: string
    businessName: string
    entityName: string
    minutes: number
    link: string
    expiresAt: string
  }
  /** To a customer from whose vehicle the tracker was removed. */
  'tracker-removed': { firstName: string; businessName: string; entityName: string; support: string; link: string }
  /**
   * To a customer. The tracker of their vehicle was installed on another vehicle. `entityName` is the customer's vehicle.
   * `businessName` is the business of the other vehicle.
   */
  'tracker-elsewhere': { firstName: string; businessName: string; entityName: string; support: string; link: string }
  /** To a customer, when a user recorded the customer's consent. The link lets the customer end the consent. */
  'consent-given': {
    firstName: string
    businessName: string
    entityName: string
    support: string
    link: string
    expiresAt: string
  }
  /**
   * To a customer, when the location of their vehicle was made visible without their consent. The link lets the customer end
   * the disclosure.
   */
  'location-disclosed': {
    firstName: string
    businessName: string
    entityName: string
    change: 'missing' | 'link' | 'moved'
    support: string
    link: string
    /** Time when the link that shows the missing vehicle expires; absent if the location was made visible in another way. */
    expiresAt?: string
  }
  /**
   * To managers of a tracker, when two senders (devices) have sent data with the tracker's IMEI. A `change` that ends in
   * `Since` includes the time when the other sender began, for readers who are allowed to see that time.
   */
  'sender-dispute': {
    firstName: string
    imei: string
    /** IMEI and title of the tracker, and the tracker's vehicle if the reader is allowed to see the vehicle. */
    trackerName: string
    /**
     * Effect on the data. `aside`: the data of the other sender were set aside. `undone`: the data of the other sender had
     * moved the vehicle, and this was undone.
     */
    change: 'aside' | 'asideSince' | 'undone' | 'undoneSince'
    networkName: string
    protocolName: string
    beganAt?: string
    link: string
  }
  /**
   * To users who search for a missing vehicle. The mail reports that the vehicle is moving now (`now`), or that it moved
   * earlier and this became known late (`late`).
   */
  'missing-moved': {
    firstName: string
    entityName: string
    caseNumber: string
    change: 'now' | 'late'
    startedAt: string
    endedAt: string
    link: string
  }
  /** To a customer, when their vehicle was serviced. */
  'service-done': { firstName: string; businessName: string; entityName: string; service: string; support: string; link: string }
  /** A list as an attached CSV file. */
  'csv-attached': { firstName: string; listName: string; rowCount: number; link: string }
  /** A list as a CSV file behind a link, because the file is too large for a mail. */
  'csv-ready': { firstName: string; listName: string; rowCount: number; link: string; expiresAt: string }
  /** A report as an attachment. Its days have the reader's format. */
  'report-attached': ReportValues
  /** A report behind a link, because the file is too large for a mail. */
  'report-ready': ReportValues & { expiresAt: string }
  /**
   * To managers of vehicles with a subscription that ends soon or has ended. The mail names some vehicles; the link leads to
   * all.
   */
  'subscriptions-ending': EndingValues
  /** To managers of vehicles with an insurance that ends soon or has ended. */
  'insurances-ending': EndingValues
  /** To recipients of an alert rule. The mail reports an alert, or that later fixes disprove an earlier alert. */
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
  /** To recipients of an alert rule. The mail reports several alerts. It names some; the link leads to all. */
  'alerts-digest': { firstName: string; rowCount: number; alertsName: string; link: string }
  /**
   * To the author of a webhook that was switched off. Its receiver rejects it (`gone`), or has accepted nothing for days
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

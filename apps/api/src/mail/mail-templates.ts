/** What somebody else did to an account. */
export type AccountChange = 'email' | 'password' | 'reset-link' | 'second-factor' | 'rights'

/** What each mail needs to know. Times are ISO 8601; links go to our own pages. */
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
  /** The same where the identity provider sets the password no end. */
  'invitation-password-lasting': { firstName: string; invitedBy: string; businessName: string; password: string; link: string }
  /** To a new user who has an account with a password of their own. */
  'invitation-sign-in': { firstName: string; invitedBy: string; businessName: string; link: string }
  /** To a user who was given a password, to be changed at the first sign-in. */
  'temporary-password': { firstName: string; password: string; link: string; expiresAt: string }
  /** To whoever asked for a new password. */
  'password-reset': { firstName: string; link: string; expiresAt: string }
  /** To the owner of an account; of a change of address to both addresses. */
  'account-changed': {
    firstName: string
    changedBy: string
    change: AccountChange
    oldEmail?: string
    newEmail?: string
    /** Whom to write to. */
    support: string
    link: string
  }
  /** To a customer, whether the business may see where their vehicle is. */
  'consent-request': {
    firstName: string
    businessName: string
    entityName: string
    minutes: number
    link: string
    expiresAt: string
  }
  /** To a customer whose vehicle's tracker was taken off. */
  'tracker-removed': { firstName: string; businessName: string; entityName: string; support: string; link: string }
  /** To a customer whose vehicle's tracker is on another one; the vehicle is the customer's, the business the other one's. */
  'tracker-elsewhere': { firstName: string; businessName: string; entityName: string; support: string; link: string }
  /** To a customer in whose name somebody noted a consent, which ends behind the link. */
  'consent-given': {
    firstName: string
    businessName: string
    entityName: string
    support: string
    link: string
    expiresAt: string
  }
  /** To a customer: where their vehicle is can be seen, and not by their own consent. They end it behind the link. */
  'location-disclosed': {
    firstName: string
    businessName: string
    entityName: string
    change: 'missing' | 'link' | 'moved'
    support: string
    link: string
    /** Of a link to a missing vehicle. */
    expiresAt?: string
  }
  /** To managers of a tracker in whose name two senders spoke. `…Since`: with when the other one began, where the reader may know it. */
  'sender-dispute': {
    firstName: string
    imei: string
    /** IMEI, title, and the vehicle where the reader sees it. */
    trackerName: string
    /** `undone`: what the other sender sent had moved the vehicle. */
    change: 'aside' | 'asideSince' | 'undone' | 'undoneSince'
    networkName: string
    protocolName: string
    beganAt?: string
    link: string
  }
  /** To who looks for a missing vehicle: it moves, or it becomes known only now that it did. */
  'missing-moved': {
    firstName: string
    entityName: string
    caseNumber: string
    change: 'now' | 'late'
    startedAt: string
    endedAt: string
    link: string
  }
  /** To a customer whose vehicle was looked after. */
  'service-done': { firstName: string; businessName: string; entityName: string; service: string; support: string; link: string }
  /** A list as a CSV file in the attachment. */
  'csv-attached': { firstName: string; listName: string; rowCount: number; link: string }
  /** A list as a CSV file behind a link, when it is too large for a mail. */
  'csv-ready': { firstName: string; listName: string; rowCount: number; link: string; expiresAt: string }
  /** A report in the attachment, of days as people write them. */
  'report-attached': ReportValues
  /** A report behind a link, when it is too large for a mail. */
  'report-ready': ReportValues & { expiresAt: string }
  /** To managers, of vehicles whose subscription ends or has ended; some are named, all of them stand behind the link. */
  'subscriptions-ending': EndingValues
  /** The same of insurance. */
  'insurances-ending': EndingValues
  /** To whom a rule tells what a vehicle did, or that fixes which came later disprove it. */
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
  /** The same of several; some are named, all of them stand behind the link. */
  'alerts-digest': { firstName: string; rowCount: number; alertsName: string; link: string }
  /** To who made a webhook: it is off, because its receiver wants no more or took nothing for days. */
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

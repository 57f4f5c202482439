/** Languages of the guide. English is in `docs/guide`, and every other language has a folder in `docs/guide`. */
export const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/** Texts that the pages need in addition to those of the portal. `{…}` are placeholders. */
export interface Words {
  /** The language's name in that language. */
  language: string
  title: string
  intro: string
  /** `{information}` and `{guides}` are placeholders for the names of the screen and of its tab. */
  inPortal: string
  account: string
  byRole: string
  roleNote: string
  all: string
  screen: string
  roles: string
  permissions: string
  more: string
  colon: string
}

export const WORDS: Record<Language, Words> = {
  en: {
    language: 'English',
    title: 'Roadbook user guide',
    intro: 'Step-by-step instructions for everyday work in the Roadbook portal. Names in bold are the words on the screen.',
    inPortal:
      'In the portal, many screens open their guide beside your work. All guides are under **{information}** > **{guides}**, with pictures and a search, if your role has that screen.',
    account: 'You need an account. Somebody in your business invites you by e-mail, and the e-mail says how to sign in.',
    byRole: 'Guides for your role',
    roleNote:
      'Your role decides which screens you see. The lists below match a new installation. A super admin can change what a role may do.',
    all: 'All guides',
    screen: 'Screen',
    roles: 'Roles',
    permissions: 'Permissions',
    more: 'More guides on this subject',
    colon: ':',
  },
  nl: {
    language: 'Nederlands',
    title: 'Gebruikershandleiding van Roadbook',
    intro: 'Stap voor stap door het dagelijkse werk in het Roadbook-portaal. Vetgedrukte namen staan zo op het scherm.',
    inPortal:
      'In het portaal opent u op veel schermen de bijbehorende handleiding naast uw werk. Alle handleidingen staan onder **{information}** > **{guides}**, met afbeeldingen en een zoekveld, als uw rol dat scherm heeft.',
    account: 'U hebt een account nodig. Iemand in uw bedrijf nodigt u per e-mail uit. In die e-mail staat hoe u zich aanmeldt.',
    byRole: 'Handleidingen voor uw rol',
    roleNote:
      'Uw rol bepaalt welke schermen u ziet. De lijsten hieronder gelden voor een nieuwe installatie. Een super admin kan aanpassen wat een rol mag.',
    all: 'Alle handleidingen',
    screen: 'Scherm',
    roles: 'Rollen',
    permissions: 'Rechten',
    more: 'Meer handleidingen over dit onderwerp',
    colon: ':',
  },
  de: {
    language: 'Deutsch',
    title: 'Benutzerhandbuch für Roadbook',
    intro: 'Schritt für Schritt durch die tägliche Arbeit im Roadbook-Portal. Fett gedruckte Namen stehen so auf dem Bildschirm.',
    inPortal:
      'Im Portal öffnen Sie auf vielen Seiten die passende Anleitung neben Ihrer Arbeit. Alle Anleitungen stehen unter **{information}** > **{guides}**, mit Bildern und einer Suche, sofern Ihre Rolle Zugriff auf diese Seite hat.',
    account:
      'Sie brauchen ein Konto. Jemand aus Ihrem Betrieb lädt Sie per E-Mail ein. In der E-Mail steht, wie Sie sich anmelden.',
    byRole: 'Anleitungen für Ihre Rolle',
    roleNote:
      'Ihre Rolle bestimmt, welche Seiten des Portals Sie sehen. Die Listen gelten für eine neue Installation. Ein Super Admin kann ändern, was eine Rolle darf.',
    all: 'Alle Anleitungen',
    screen: 'Seite im Portal',
    roles: 'Rollen',
    permissions: 'Berechtigungen',
    more: 'Weitere Anleitungen zum Thema',
    colon: ':',
  },
  fr: {
    language: 'Français',
    title: 'Guide d’utilisation de Roadbook',
    intro: 'Le travail quotidien dans le portail Roadbook, étape par étape. Les noms en gras sont ceux que vous lisez à l’écran.',
    inPortal:
      'Dans le portail, de nombreux écrans ouvrent leur guide à côté de votre travail. Tous les guides se trouvent sous **{information}** > **{guides}**, avec des images et une recherche, si votre rôle y a accès.',
    account:
      'Il vous faut un compte. Quelqu’un de votre entreprise vous invite par e-mail, et l’e-mail explique comment vous connecter.',
    byRole: 'Les guides de votre rôle',
    roleNote:
      'Votre rôle détermine les écrans que vous voyez. Les listes ci-dessous correspondent à une nouvelle installation. Un super admin peut modifier les droits d’un rôle.',
    all: 'Tous les guides',
    screen: 'Écran',
    roles: 'Rôles',
    permissions: 'Droits',
    more: 'Autres guides sur ce sujet',
    colon: ' :',
  },
}

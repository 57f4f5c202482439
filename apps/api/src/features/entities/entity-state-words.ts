import type { Locale } from '../../texts/locale.js'

/** The words of state and facts in a CSV, as the portal says them, by column and value. */
export const STATE_WORDS: Readonly<Record<string, Readonly<Record<string, Record<Locale, string>>>>> = {
  state: {
    moving: { nl: 'Rijdt', en: 'Moving', de: 'In Fahrt', fr: 'En mouvement' },
    idle: { nl: 'Stil', en: 'Idle', de: 'Steht', fr: 'À l’arrêt' },
    offline: { nl: 'Offline', en: 'Offline', de: 'Offline', fr: 'Hors ligne' },
    missing: { nl: 'Vermist', en: 'Missing', de: 'Vermisst', fr: 'Disparu' },
  },
  motion: {
    moving: { nl: 'Rijdt', en: 'Moving', de: 'Fährt', fr: 'En route' },
    idle: { nl: 'Staat stil', en: 'Idle', de: 'Steht', fr: 'À l’arrêt' },
  },
  connection: {
    live: { nl: 'Live', en: 'Live', de: 'Live', fr: 'En direct' },
    reported: { nl: 'Gemeld', en: 'Reported', de: 'Gemeldet', fr: 'Signalé' },
    sleeping: { nl: 'Slaapt', en: 'Sleeping', de: 'Schläft', fr: 'En veille' },
    silent: { nl: 'Stil', en: 'Silent', de: 'Stumm', fr: 'Muet' },
  },
  lifecycle: {
    installed: { nl: 'Geïnstalleerd', en: 'Installed', de: 'Eingebaut', fr: 'Installé' },
    unregistered: { nl: 'Niet geregistreerd', en: 'Unregistered', de: 'Nicht registriert', fr: 'Non enregistré' },
    missing: { nl: 'Vermist', en: 'Missing', de: 'Vermisst', fr: 'Disparu' },
  },
}

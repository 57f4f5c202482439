import type { Locale } from '../../texts/locale.js'

/** Kinds of reports with their names. */
const REPORTS: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  periodic: { nl: 'Periodiek overzicht', en: 'Periodic overview', de: 'Periodische Übersicht', fr: 'Aperçu périodique' },
  individual: { nl: 'Individueel overzicht', en: 'Individual overview', de: 'Einzelübersicht', fr: 'Aperçu individuel' },
  multiple: { nl: 'Meervoudig overzicht', en: 'Multiple overview', de: 'Mehrfachübersicht', fr: 'Aperçu multiple' },
}

/** Returns the kinds in a language. They have the order of the specification. */
export const reportsIn = (locale: Locale): { id: string; name: string }[] =>
  Object.entries(REPORTS).map(([id, names]) => ({ id, name: names[locale] }))

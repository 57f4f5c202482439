import type { Language } from './words.js'

/**
 * Alternative texts of the guides' pictures, by guide and language. The pictures are `docs/guide/pictures/<guide>.webp`, which
 * `npm run screens -- --guide` makes from the demo. They show the English screens, and the texts in the other languages say so.
 */
export const PICTURES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  install: {
    en: 'The form for an installation, with customer, device and vehicle data',
    nl: 'Het formulier voor een installatie, met klant, apparaat en voertuiggegevens (Engels scherm)',
    de: 'Das Formular für einen Einbau, mit Kunde, Gerät und Fahrzeugdaten (englische Ansicht)',
    fr: 'Le formulaire d’une installation, avec le client, l’appareil et les données du véhicule (écran en anglais)',
  },
  phone: {
    en: 'The installation on a phone, at the step for the IMEI of the device',
    nl: 'De installatie op een telefoon, bij de stap voor het IMEI van het apparaat (Engels scherm)',
    de: 'Der Einbau auf dem Telefon, beim Schritt für die IMEI des Geräts (englische Ansicht)',
    fr: 'L’installation sur un téléphone, à l’étape de l’IMEI de l’appareil (écran en anglais)',
  },
  check: {
    en: 'The live status of a tracker, with network, GPS quality, battery and its place on the map',
    nl: 'De live status van een tracker, met netwerk, gps-kwaliteit, accu en de plaats op de kaart (Engels scherm)',
    de: 'Der Live-Status eines Trackers, mit Netz, GPS-Qualität, Batterie und Ort auf der Karte (englische Ansicht)',
    fr: 'L’état en direct d’un traceur, avec le réseau, la qualité GPS, la batterie et sa position sur la carte (écran en anglais)',
  },
  replace: {
    en: 'The tab Replace, with a chosen vehicle, its present device and the fields for the new device',
    nl: 'Het tabblad om te vervangen, met een gekozen voertuig, het huidige apparaat en de velden voor het nieuwe (Engels scherm)',
    de: 'Die Registerkarte zum Ersetzen, mit gewähltem Fahrzeug, seinem jetzigen Gerät und den Feldern für das neue (englische Ansicht)',
    fr: 'L’onglet de remplacement, avec le véhicule choisi, son appareil actuel et les champs du nouveau (écran en anglais)',
  },
  missing: {
    en: 'The question before a vehicle is reported missing, with a reason and a note',
    nl: 'De vraag voordat een voertuig als vermist wordt gemeld, met een reden en een notitie (Engels scherm)',
    de: 'Die Rückfrage vor einer Vermisstenmeldung, mit Grund und Notiz (englische Ansicht)',
    fr: 'La demande avant de signaler une disparition, avec une raison et une note (écran en anglais)',
  },
  search: {
    en: 'The page of a case, with the last known place, the trail on the map and the details',
    nl: 'De pagina van een vermissing, met de laatst bekende plaats, het spoor op de kaart en de gegevens (Engels scherm)',
    de: 'Die Seite eines Falls, mit dem letzten bekannten Ort, der Spur auf der Karte und den Angaben (englische Ansicht)',
    fr: 'La page d’une disparition, avec la dernière position connue, la trace sur la carte et les détails (écran en anglais)',
  },
  plans: {
    en: 'The list of maintenance plans',
    nl: 'De lijst van onderhoudsplannen (Engels scherm)',
    de: 'Die Liste der Wartungspläne (englische Ansicht)',
    fr: 'La liste des plans d’entretien (écran en anglais)',
  },
  workshop: {
    en: 'The board of services, with the columns Overdue, Due soon, Planned and Done',
    nl: 'Het bord met beurten, met kolommen voor te laat, binnenkort, gepland en klaar (Engels scherm)',
    de: 'Die Tafel der Wartungen, mit Spalten für überfällig, bald fällig, geplant und erledigt (englische Ansicht)',
    fr: 'Le tableau des entretiens, avec les colonnes en retard, bientôt dus, planifiés et faits (écran en anglais)',
  },
  reports: {
    en: 'The individual overview of a vehicle, with its trips and totals',
    nl: 'Het individuele overzicht van een voertuig, met ritten en totalen (Engels scherm)',
    de: 'Die Einzelübersicht eines Fahrzeugs, mit Fahrten und Summen (englische Ansicht)',
    fr: 'La vue individuelle d’un véhicule, avec ses trajets et ses totaux (écran en anglais)',
  },
}

// Page for users while the portal is unavailable. It depends on nothing else: no bundle, no sign-in, no API.
;(function () {
  var POLL_MS = 30000
  var texts = {
    en: {
      title: 'Roadbook is being maintained',
      text: 'Your vehicles keep reporting; nothing is lost. This page checks every 30 seconds and tells you when the portal is back.',
      waiting: 'Not available yet, last checked at {time}',
      ready: 'The portal is available again.',
      back: 'Back to the portal',
      window: 'Planned: {from} – {till}',
      support: 'Questions?',
    },
    nl: {
      title: 'Er wordt onderhoud gedaan aan Roadbook',
      text: 'Uw voertuigen blijven rapporteren; er gaat niets verloren. Deze pagina kijkt elke 30 seconden en meldt wanneer het portaal terug is.',
      waiting: 'Nog niet beschikbaar, laatst bekeken om {time}',
      ready: 'Het portaal is weer beschikbaar.',
      back: 'Terug naar het portaal',
      window: 'Gepland: {from} – {till}',
      support: 'Vragen?',
    },
    de: {
      title: 'Roadbook wird gewartet',
      text: 'Ihre Fahrzeuge melden weiter; nichts geht verloren. Diese Seite prüft alle 30 Sekunden und zeigt an, wann das Portal zurück ist.',
      waiting: 'Noch nicht verfügbar, zuletzt geprüft um {time}',
      ready: 'Das Portal ist wieder verfügbar.',
      back: 'Zurück zum Portal',
      window: 'Geplant: {from} – {till}',
      support: 'Fragen?',
    },
    fr: {
      title: 'Roadbook est en maintenance',
      text: 'Vos véhicules continuent d’émettre ; rien n’est perdu. Cette page vérifie toutes les 30 secondes et vous prévient au retour du portail.',
      waiting: 'Pas encore disponible, dernière vérification à {time}',
      ready: 'Le portail est de nouveau disponible.',
      back: 'Retour au portail',
      window: 'Prévu : {from} – {till}',
      support: 'Des questions ?',
    },
  }

  function language() {
    for (var wish of window.navigator.languages) {
      var key = wish.toLowerCase().split('-')[0]
      if (texts[key]) return key
    }
    return 'en'
  }

  var t = texts[language()]
  var element = function (id) {
    return document.getElementById(id)
  }
  var two = function (number) {
    return String(number).padStart(2, '0')
  }
  var time = function (date) {
    return two(date.getHours()) + ':' + two(date.getMinutes())
  }
  var dateTime = function (date) {
    return two(date.getDate()) + '-' + two(date.getMonth() + 1) + '-' + date.getFullYear() + ' ' + time(date)
  }

  document.documentElement.lang = language()
  for (var id of ['title', 'text', 'back']) element(id).textContent = t[id]

  async function showSettings() {
    var response = await fetch('/config.json', { cache: 'no-store' })
    if (!response.ok) return
    var config = await response.json()
    var from = new Date(config.planned_maintenance.window_from)
    var till = new Date(config.planned_maintenance.window_till)
    if (till > new Date()) {
      element('window').textContent = t.window.replace('{from}', dateTime(from)).replace('{till}', dateTime(till))
      element('window').hidden = false
    }
    var contacts = []
    var link = document.createElement('a')
    link.href = 'mailto:' + config.support.email
    link.textContent = config.support.email
    if (config.support.email) contacts.push(link)
    if (config.support.phone) contacts.push((contacts.length ? ' · ' : '') + config.support.phone)
    element('support').replaceChildren(t.support + ' ', ...contacts)
    element('support').hidden = contacts.length === 0
  }

  async function check() {
    var isReady
    try {
      isReady = (await fetch('/health/ready', { cache: 'no-store' })).ok
    } catch {
      isReady = false // the server is down; the next check tries again
    }
    element('state').textContent = isReady ? t.ready : t.waiting.replace('{time}', time(new Date()))
    element('back').hidden = !isReady
  }

  void check()
  window.setInterval(check, POLL_MS)
  showSettings().catch(function () {
    return undefined // the settings come from the server that is down; the page works without them
  })
})()

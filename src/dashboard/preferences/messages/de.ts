import type { PreferencesMessages } from './en.ts'

export const de: PreferencesMessages = {
  preferences_intro:
    'Sie gelten für Rechnungen, die Sie ab jetzt erstellen, und für Preise, die neu gebildet werden.',
  preferences_done: 'Ihre Voreinstellungen wurden gespeichert.',
  preferences_save: 'Voreinstellungen speichern',
  preferences_shop: 'Ihr Geschäft',
  preferences_name: 'Name',
  preferences_name_hint: 'Ihre Kunden sehen ihn über dem Betrag. Höchstens {count} Zeichen; leer: kein Name.',
  preferences_currency: 'Währung',
  preferences_currency_hint: 'Für Rechnungen, die keine nennen, und für Ihre Zahlen.',
  preferences_zone: 'Zeitzone',
  preferences_zone_hint:
    'Ihre Seiten zeigen Zeiten darin, und ein Tag Ihrer Zahlen beginnt um Mitternacht dieser Zone.',
  preferences_coins: 'Coins',
  preferences_coins_text:
    'Ihren Kunden werden diese Coins in dieser Reihenfolge angeboten. Um einen zu verschieben, wählen Sie einen anderen Platz.',
  preferences_coin: 'Coin',
  preferences_offered: 'Angeboten',
  preferences_place: 'Platz',
  preferences_confirmations: 'Bestätigungen',
  preferences_offer: '{coin} anbieten',
  preferences_place_of: 'Platz von {coin}',
  preferences_confirmations_of: 'Bestätigungen von {coin}',
  preferences_usual: 'Wie üblich: {count}',
  preferences_at_once: '0: sofort',
  preferences_no_destination: 'Noch kein Ziel',
  preferences_confirmations_hint:
    'Eine Rechnung ist bezahlt, sobald das Netz die Zahlung hat. Als bestätigt gilt diese, wenn sie unter so vielen Blöcken liegt, höchstens {count}; bei 0 sofort, und Sie tragen das Risiko, dass sie rückgängig wird. Eine Zahlung behält die Zahl, die galt, als sie einging.',
  preferences_prices: 'Preise',
  preferences_prices_text:
    'Solange ein Preis gilt, zahlen Ihre Kunden, was gezeigt wurde, was auch immer der Markt tut. Je länger er gilt, desto größer ist Ihr Kursrisiko.',
  preferences_hold: 'Minuten, für die ein Preis gilt',
  preferences_hold_hint: 'Von {least} bis {most}. Leer: wie auf diesem Server üblich, {usual}.',
  preferences_frames: 'Bezahlseite auf Ihren Websites',
  preferences_origins: 'Websites, die Ihre Bezahlseite in einem Rahmen zeigen dürfen',
  preferences_origins_hint: 'Eine je Zeile, etwa {example}. Leer: keine.',
  preferences_error_name: 'Geben Sie einen Namen mit höchstens {length} Zeichen an.',
  preferences_error_currency: 'Wählen Sie eine Währung der Liste.',
  preferences_error_zone: 'Wählen Sie eine Zeitzone der Liste.',
  preferences_error_coins: 'Bieten Sie mindestens einen Coin an.',
  preferences_error_hold:
    'Geben Sie eine Zahl von Minuten von {least_minutes} bis {most_minutes} an, oder keine.',
  preferences_error_confirmations: 'Bestätigungen sind eine Zahl von 0 bis {most}.',
  preferences_error_origins:
    'Schreiben Sie jede Website wie {example}, ohne etwas dahinter. Höchstens 20 sind möglich, und http ist nur für diesen Rechner.',

  preferences_change: '{what}: {after} (vorher: {before})',
  preferences_change_usual: 'wie üblich',
  preferences_change_none: 'keine',
  letter_preferences_changed_subject: 'Einstellungen Ihres Kontos wurden geändert',
  letter_preferences_changed_text:
    'Einstellungen Ihres Kontos {email} wurden geändert:\n\n{changes}\n\nWenn Sie es nicht waren, wählen Sie sofort ein anderes Passwort:\n\n{url}\n\nLegen Sie sie danach neu fest:\n\n{undo}',
}

import type { PreferencesMessages } from './en.ts'

export const de: PreferencesMessages = {
  preferences_intro: 'Diese Voreinstellungen gelten für neue Rechnungen und neue Preise.',
  preferences_done: 'Voreinstellungen gespeichert.',
  preferences_save: 'Voreinstellungen speichern',
  preferences_shop: 'Shop',
  preferences_name: 'Name',
  preferences_name_hint:
    'Ihre Kunden sehen ihn über dem Betrag. Bis zu {count} Zeichen. Zum Ausblenden leer lassen.',
  preferences_currency: 'Währung',
  preferences_currency_hint: 'Für Rechnungen ohne eigene Währung und für Ihre Statistiken.',
  preferences_zone: 'Zeitzone',
  preferences_zone_hint: 'Für Zeitangaben auf Ihren Seiten und die Tage Ihrer Statistiken.',
  preferences_coins: 'Coins',
  preferences_coins_text:
    'Ihre Kunden können mit diesen Coins bezahlen, in dieser Reihenfolge. Um einen Coin zu verschieben, wählen Sie eine andere Position.',
  preferences_coin: 'Coin',
  preferences_offered: 'Angeboten',
  preferences_position: 'Position',
  preferences_confirmations: 'Bestätigungen',
  preferences_offer: '{coin} anbieten',
  preferences_position_of: 'Position von {coin}',
  preferences_confirmations_of: 'Bestätigungen für {coin}',
  preferences_default: 'Standard ({count})',
  preferences_immediately: '0 (sofort)',
  preferences_no_destination: 'Keine Auszahlungs-Wallet',
  preferences_confirmations_hint:
    'Eine Rechnung ist bezahlt, sobald das Netzwerk die Zahlung akzeptiert. Die Zahlung gilt nach dieser Anzahl von Bestätigungen als bestätigt, höchstens {count}. Bei 0 gilt sie sofort als bestätigt, und Sie tragen das Risiko, dass sie rückgängig gemacht wird. Für bereits eingegangene Zahlungen ändert sich nichts.',
  preferences_any_wallets: 'Zahlungen von jeder Wallet',
  preferences_any_wallet: 'Zahlungen von jeder Wallet annehmen',
  preferences_any_wallet_text:
    'Ihre Kunden können dann auch von jeder Wallet oder Börse an eine Adresse zahlen. Wir finden die Zahlung im Netzwerk. Ist sie zu hoch, zu niedrig oder zu spät, entscheiden Sie, was geschieht.',
  preferences_any_wallet_hint:
    'Coins: {coins}. Die Auszahlungs-Wallet des Coins muss ein erweiterter öffentlicher Schlüssel (xpub) sein.',
  preferences_underpaid: 'Akzeptierter Fehlbetrag in %',
  preferences_underpaid_hint:
    'Fehlt höchstens dieser Teil des Betrags, gilt eine Rechnung trotzdem als bezahlt. Von 0 bis {max}, zum Beispiel 0,5. Leer lassen für 0.',
  preferences_prices: 'Preise',
  preferences_prices_text:
    'Solange ein Preis gültig ist, zahlen Ihre Kunden den angezeigten Betrag, auch wenn sich der Kurs ändert. Je länger er gültig ist, desto größer ist Ihr Kursrisiko.',
  preferences_hold: 'Gültigkeit eines Preises in Minuten',
  preferences_hold_hint: 'Von {min} bis {max}. Leer lassen für den Standardwert, {default}.',
  preferences_frames: 'Eingebettete Bezahlseite',
  preferences_origins: 'Websites, die Ihre Bezahlseite einbetten dürfen',
  preferences_origins_hint: 'Eine pro Zeile, zum Beispiel {example}. Leer lassen, um keine zu erlauben.',
  preferences_emails: 'E-Mails',
  preferences_emails_unavailable:
    'Dieser Server kann keine E-Mails senden: Sein Betreiber muss zuerst einen Mailserver einrichten.',
  preferences_email_exceptions: 'E-Mail senden, wenn eine Zahlung Aufmerksamkeit braucht',
  preferences_email_exceptions_hint:
    'Wenn eine Zahlung zu spät kommt oder nicht dem fälligen Betrag entspricht. Höchstens eine E-Mail pro Stunde.',
  preferences_email_receipts: 'Käufern Belege per E-Mail senden',
  preferences_email_receipts_hint:
    'Für Rechnungen, deren Metadaten die Adresse des Käufers als {key} enthalten. Shop-Plug-ins senden sie mit. Lassen Sie das ausgeschaltet, wenn Ihr Shop eigene E-Mails sendet.',
  preferences_error_name: 'Geben Sie einen Namen mit höchstens {length} Zeichen ein, ohne Steuerzeichen.',
  preferences_error_currency: 'Wählen Sie eine Währung aus der Liste.',
  preferences_error_zone: 'Wählen Sie eine Zeitzone aus der Liste.',
  preferences_error_coins: 'Bieten Sie mindestens einen Coin an.',
  preferences_error_hold:
    'Geben Sie {min_minutes} bis {max_minutes} Minuten ein oder lassen Sie das Feld leer.',
  preferences_error_confirmations: 'Geben Sie 0 bis {max} Bestätigungen ein.',
  preferences_error_underpaid:
    'Geben Sie einen Prozentsatz von 0 bis {max_percent} mit höchstens {decimals} Nachkommastellen ein.',
  preferences_error_origins:
    'Geben Sie jede Website wie {example} ein, ohne Pfad, höchstens 20 Websites. http:// ist nur für localhost erlaubt.',

  preferences_change: '{setting}: {after} (vorher: {before})',
  preferences_change_default: 'Standard',
  preferences_change_none: 'keine',
  preferences_change_on: 'ein',
  preferences_change_off: 'aus',
  email_preferences_changed_subject: 'Ihre Voreinstellungen wurden geändert',
  email_preferences_changed_text:
    'Voreinstellungen Ihres Kontos {email} wurden geändert:\n\n{changes}\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nStellen Sie danach Ihre Voreinstellungen wieder her:\n\n{undo}',
}

import type { PreferencesMessages } from './en.ts'

export const ar: PreferencesMessages = {
  preferences_intro: 'تسري هذه التفضيلات على الفواتير والأسعار الجديدة.',
  preferences_done: 'تم حفظ التفضيلات.',
  preferences_save: 'حفظ التفضيلات',
  preferences_shop: 'المتجر',
  preferences_name: 'الاسم',
  preferences_name_hint: 'يراه عملاؤك فوق المبلغ. {count} حرف على الأكثر. اتركه فارغًا لإخفائه.',
  preferences_currency: 'العملة',
  preferences_currency_hint: 'للفواتير التي لا تحدد عملة، ولإحصاءاتك.',
  preferences_zone: 'المنطقة الزمنية',
  preferences_zone_hint: 'للأوقات في صفحاتك وللأيام في إحصاءاتك.',
  preferences_coins: 'العملات الرقمية',
  preferences_coins_text: 'يمكن لعملائك الدفع بهذه العملات، بهذا الترتيب. لنقل عملة اختر لها موضعًا آخر.',
  preferences_coin: 'العملة الرقمية',
  preferences_offered: 'معروضة',
  preferences_position: 'الموضع',
  preferences_confirmations: 'التأكيدات',
  preferences_offer: 'عرض {coin}',
  preferences_position_of: 'موضع {coin}',
  preferences_confirmations_of: 'تأكيدات {coin}',
  preferences_default: 'افتراضي ({count})',
  preferences_immediately: '0 (فورًا)',
  preferences_no_destination: 'لا محفظة استلام',
  preferences_confirmations_hint:
    'تُعدّ الفاتورة مدفوعة حالما تقبل الشبكة الدفعة. وتُعدّ الدفعة مؤكدة بعد هذا العدد من التأكيدات، {count} على الأكثر. مع 0 تُعدّ مؤكدة فورًا، وتتحمل أنت خطر إلغائها. لا يتغيّر شيء للدفعات المرسلة من قبل.',
  preferences_any_wallets: 'الدفع من أي محفظة',
  preferences_any_wallet: 'قبول الدفع من أي محفظة',
  preferences_any_wallet_text:
    'عند التفعيل يمكن لعملائك أيضًا الدفع بالإرسال إلى عنوان، من أي محفظة أو منصة تداول. نعثر على الدفعة في الشبكة. وإذا كانت أكثر من المطلوب أو أقل منه أو متأخرة فالقرار لك.',
  preferences_any_wallet_hint:
    'العملات: {coins}. يجب أن تكون محفظة الاستلام للعملة مفتاحًا عامًا موسّعًا (xpub).',
  preferences_underpaid: 'النقص المقبول، ٪',
  preferences_underpaid_hint:
    'تُعدّ الفاتورة مدفوعة إذا لم ينقص المبلغ أكثر من هذه النسبة. من 0 إلى {max}، مثل 0.5. اتركه فارغًا للقيمة 0.',
  preferences_prices: 'الأسعار',
  preferences_prices_text:
    'ما دام السعر صالحًا يدفع عملاؤك المبلغ المعروض مهما تغيّرت السوق. كلما طالت صلاحيته زادت مخاطر سعر الصرف عليك.',
  preferences_hold: 'صلاحية السعر بالدقائق',
  preferences_hold_hint: 'من {min} إلى {max}. اتركه فارغًا للقيمة الافتراضية: {default}.',
  preferences_frames: 'صفحة الدفع المضمّنة',
  preferences_origins: 'المواقع التي يُسمح لها بتضمين صفحة الدفع',
  preferences_origins_hint: 'موقع في كل سطر، مثل {example}. اتركه فارغًا لعدم السماح لأي موقع.',
  preferences_emails: 'رسائل البريد الإلكتروني',
  preferences_emails_unavailable: 'لا يستطيع هذا الخادم إرسال رسائل: على مشغّله إعداد خادم بريد أولًا.',
  preferences_email_exceptions: 'أرسل إليّ رسالة عندما تحتاج دفعة إلى انتباه',
  preferences_email_exceptions_hint:
    'عندما تصل دفعة متأخرة أو لا تطابق المبلغ المستحق. رسالة واحدة في الساعة على الأكثر.',
  preferences_email_receipts: 'إرسال الإيصالات إلى المشترين بالبريد الإلكتروني',
  preferences_email_receipts_hint:
    'للفواتير التي تحتوي بياناتها الوصفية على عنوان المشتري باسم {key}. ترسله إضافات المتاجر. اترك هذا متوقفًا إذا كان متجرك يرسل رسائله بنفسه.',
  preferences_error_name: 'أدخل اسمًا لا يزيد على {length} حرف، دون أحرف تحكم.',
  preferences_error_currency: 'اختر عملة من القائمة.',
  preferences_error_zone: 'اختر منطقة زمنية من القائمة.',
  preferences_error_coins: 'اعرض عملة رقمية واحدة على الأقل.',
  preferences_error_hold: 'أدخل من {min_minutes} إلى {max_minutes} دقيقة، أو اترك الحقل فارغًا.',
  preferences_error_confirmations: 'أدخل من 0 إلى {max} تأكيدات.',
  preferences_error_underpaid: 'أدخل نسبة مئوية من 0 إلى {max_percent}، و{decimals} منازل عشرية على الأكثر.',
  preferences_error_origins:
    'أدخل كل موقع مثل {example} دون مسار، و20 موقعًا على الأكثر. يُسمح بـ \u2066http://\u2069 لـ localhost فقط.',

  preferences_change: '{setting}: {after} (من قبل: {before})',
  preferences_change_default: 'افتراضي',
  preferences_change_none: 'لا شيء',
  preferences_change_on: 'مفعّل',
  preferences_change_off: 'معطّل',
  email_preferences_changed_subject: 'تغيّرت تفضيلات حسابك',
  email_preferences_changed_text:
    'تغيّرت تفضيلات حسابك {email}:\n\n{changes}\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم استعد تفضيلاتك:\n\n{undo}',
}

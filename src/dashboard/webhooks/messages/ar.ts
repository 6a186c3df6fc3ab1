import type { WebhooksMessages } from './en.ts'

export const ar: WebhooksMessages = {
  webhooks_intro: 'نُبلغ خادمك عند وقوع أي حدث: يتلقى كل ويب هوك طلب POST موقّعًا لكل حدث مشترك فيه.',
  webhooks_add: 'إضافة ويب هوك',
  webhooks_none: 'لا يوجد ويب هوك بعد',
  webhooks_none_text:
    'أضف رابط خادمك، مثل https://shop.example.com/hooks، لتلقّي كل الأحداث. ويمكن أن يكون للفاتورة webhook_url خاص بها يُبلَّغ عند دفعها.',
  webhooks_caption: 'الويب هوك',
  webhooks_webhook: 'الويب هوك',
  webhooks_state: 'الحالة',
  webhooks_last_delivery: 'آخر تسليم',
  webhooks_every_event: 'كل الأحداث',
  webhooks_no_deliveries: 'لا شيء بعد',
  webhooks_enabled: 'مفعّل',
  webhooks_failing: 'يتعذّر التسليم',
  webhooks_failing_since: 'لم ينجح أي تسليم منذ {time}. يُعطّل بعد خمسة أيام.',
  webhooks_disabled: 'معطّل',
  webhooks_disabled_failing: 'فشل التسليم خمسة أيام.',
  webhooks_disabled_gone: 'استجاب خادمك بالرمز 410.',
  webhooks_disabled_by_hand: 'أنت عطّلته.',
  webhooks_disabled_at: 'منذ {time}.',

  webhooks_url: 'الرابط (URL)',
  webhooks_url_hint:
    'رابط يبدأ بـ \u2066https://\u2069 أو \u2066http://\u2069 على المنفذ 443 أو 80. المنافذ الأخرى والعناوين الخاصة تتطلب \u2066WEBHOOK_ALLOW_PRIVATE=true\u2069، وهو الإعداد الافتراضي في بيئة التجربة.',
  webhooks_description: 'الوصف',
  webhooks_description_hint: 'اختياري، لاستخدامك أنت. حتى 255 حرفًا.',
  webhooks_events: 'الأحداث',
  webhooks_events_hint: 'اختر الأحداث المطلوب إرسالها. إن لم تختر شيئًا تُرسل كلها.',
  webhooks_kind_invoice: 'الفواتير',
  webhooks_kind_payment: 'المدفوعات',
  webhooks_kind_account: 'الحساب',
  webhooks_kind_webhook: 'الويب هوك',
  webhooks_kind_all: 'الكل',
  webhooks_save: 'حفظ التغييرات',
  webhooks_created: 'أُنشئ',
  webhooks_details: 'التفاصيل',
  webhooks_settings: 'الإعدادات',
  webhooks_enable: 'تفعيل الويب هوك',
  webhooks_disable: 'تعطيل الويب هوك',
  webhooks_test: 'إرسال حدث تجريبي',
  webhooks_test_text: 'الحدث التجريبي حدث موقّع من النوع webhook.test. يُرسل مرة واحدة دون إعادة محاولة.',
  webhooks_recent_deliveries: 'أحدث عمليات التسليم',
  webhooks_all_deliveries: 'كل عمليات التسليم لهذا الويب هوك',
  webhooks_delete: 'حذف الويب هوك',
  webhooks_delete_title: 'حذف هذا الويب هوك',
  webhooks_delete_text:
    'لن يتلقى أي أحداث، وتُلغى عمليات التسليم المعلّقة، ويُحذف سرّه. لإيقافه مؤقتًا عطّله بدلًا من ذلك.',

  webhooks_secret: 'سرّ التوقيع',
  webhooks_secret_text: 'يوقّع الطلبات المرسلة إلى هذا الويب هوك فقط.',
  webhooks_secret_account: 'سرّ توقيع الفواتير',
  webhooks_secret_account_text: 'يوقّع الطلبات المرسلة إلى webhook_url في الفاتورة.',
  webhooks_secret_show: 'إظهار السرّ',
  webhooks_secret_rotate: 'تجديد السرّ',
  webhooks_secret_rotate_text: 'يسري السرّ الجديد فورًا. ويوقّع السرّان كلاهما 24 ساعة.',
  webhooks_secret_password_hint: 'أكّد كلمة المرور، حتى لا يقرأ أحد السرّ على جهاز متروك دون رقابة.',
  webhooks_secret_copy: 'انسخه الآن. يُخفى من جديد عند مغادرة هذه الصفحة.',
  webhooks_secret_previous: 'السرّ السابق، ويوقّع أيضًا 24 ساعة بعد التغيير',
  webhooks_secret_already_shown: 'سبق عرض السرّ. أدخل كلمة المرور لعرضه مرة أخرى.',

  webhooks_verify: 'التحقق من التوقيع',
  webhooks_verify_text:
    'كل طلب موقّع وفق مواصفة {standard}، في الترويسات webhook-id وwebhook-timestamp وwebhook-signature. تتوفر مكتبات لمعظم اللغات:',
  webhooks_verify_response:
    'استجب بالرمز 2xx خلال 15 ثانية. وإلا نعيد المحاولة: عشر محاولات في المجموع خلال ثلاثة أيام. تبقى قيمة webhook-id نفسها في كل محاولة: استخدمها لتجاهل الطلبات المكررة.',

  webhooks_done_created: 'أُضيف الويب هوك. أرسل حدثًا تجريبيًا للتحقق من استجابة خادمك.',
  webhooks_done_changed: 'حُفظت التغييرات.',
  webhooks_done_enabled: 'فُعّل الويب هوك.',
  webhooks_done_disabled: 'عُطّل الويب هوك، وأُلغيت عمليات التسليم المعلّقة.',
  webhooks_done_deleted: 'حُذف الويب هوك.',
  webhooks_done_rotated: 'جُدّد السرّ. ويوقّع السرّان كلاهما 24 ساعة.',

  webhooks_error_url:
    'لا يمكننا استدعاء هذا الرابط. أدخل رابطًا كاملًا يبدأ بـ \u2066https://\u2069 أو \u2066http://\u2069 دون اسم مستخدم أو كلمة مرور. العناوين الخاصة والمنافذ غير 443 و80 تتطلب \u2066WEBHOOK_ALLOW_PRIVATE=true\u2069.',
  webhooks_error_description: 'الوصف طويل جدًا أو يحتوي على أحرف غير مدعومة. استخدم 255 حرفًا على الأكثر.',
  webhooks_error_types: 'نوع حدث غير معروف. أعد تحميل الصفحة واختر الأحداث من جديد.',
  webhooks_error_too_many: 'بلغت الحد الأقصى لعدد الويب هوك. احذف واحدًا أولًا.',
  webhooks_error_host_too_many: 'بلغت الحد الأقصى لعدد الويب هوك على هذا المضيف. احذف واحدًا أولًا.',

  email_webhook_added_subject: 'أُضيف ويب هوك',
  email_webhook_added_text:
    'أُضيف ويب هوك إلى حسابك {email}. يرسل الأحداث إلى {host}.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم احذف الويب هوك، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
  email_webhook_url_changed_subject: 'تغيّر رابط ويب هوك',
  email_webhook_url_changed_text:
    'تغيّر رابط ويب هوك في حسابك {email}. يرسل الأحداث الآن إلى {host}. كان المضيف السابق {before}.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم استعد الرابط، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'جُدّد سرّ ويب هوك',
  email_webhook_secret_replaced_text:
    'جُدّد سرّ ويب هوك في حسابك {email}. ويوقّع السرّان كلاهما 24 ساعة.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم جدّد السرّ مرة أخرى، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
}

import type { ConnectMessages } from './en.ts'

export const ar: ConnectMessages = {
  title: 'ربط متجر',
  plug_in: 'إضافة متجر',
  intro: 'يطلب {application} الوصول إلى حسابك. تابع فقط إذا كنت قد بدأت هذا للتو في متجرك.',
  application: 'الإضافة',
  host: 'المتجر',
  host_text: '{host}. نرسل المفتاح إليه.',
  no_host: 'نعرض لك المفتاح، ثم تنسخه إلى الإضافة.',
  account: 'الحساب',
  account_text: '{email}، المتجر {store}',
  permissions: 'الصلاحيات',
  unsupported: 'لا تقدّم هذه الخدمة ما يلي، لذلك لن يشمله المفتاح:',
  repeated:
    'لهذا المتجر مفتاح بالفعل، أُنشئ في {time}: {link}. يُنشئ التفويض مفتاحًا آخر، ويبقى المفتاح السابق صالحًا حتى تلغيه.',
  allow_frame: 'السماح لـ {origin} بتضمين صفحة الدفع',
  authorize: 'تفويض',
  cancel: 'إلغاء',
  done: 'أُنشئ المفتاح',
  done_send: 'ينقل متصفحك المفتاح إلى {host}.',
  done_repeated: 'هذا مفتاح جديد. يبقى المفتاح السابق صالحًا حتى تلغيه: {link}.',
  continue: 'المتابعة إلى {host}',
  done_show:
    'انسخ المفتاح إلى إعدادات الإضافة الآن، فلن تتمكن من رؤيته مرة أخرى. إذا فقدته، فألغه واربط المتجر من جديد.',
  done_store: 'معرّف المتجر',
  problem_parameters:
    'طلب الإضافة غير صالح: إحدى القيم أطول مما ينبغي أو بصيغة خاطئة. ابدأ من جديد في متجرك.',
  problem_redirect:
    'يحدّد طلب الإضافة عنوان عودة غير صالح. يجب أن يكون رابط https://‎ كاملًا لمتجرك، ولا يُسمح بـ http://‎ إلا لـ localhost.',
  problem_permissions: 'لا يتضمن طلب الإضافة أي صلاحية تقدّمها هذه الخدمة. تحقق من أن الإضافة تدعم Quittance.',
  'btcpay.store.canviewinvoices': 'عرض الفواتير ومدفوعاتها',
  'btcpay.store.canviewstoresettings': 'عرض اسم الحساب وعملته والعملات المقبولة',
  'btcpay.store.cancreateinvoice': 'إنشاء الفواتير',
  'btcpay.store.canmodifyinvoices': 'تعديل الفواتير وإلغاؤها',
  'btcpay.store.canmodifystoresettings':
    'تغيير إعدادات المتجر (تشترطه الإضافة، لكن المفتاح لا يمكنه تغيير أي إعداد)',
  'btcpay.store.webhooks.canmodifywebhooks': 'إضافة ويب هوك وإدارة ما أضافته منها',
}

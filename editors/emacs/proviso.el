;;; proviso.el --- Contracts for Java, with eglot or lsp-mode  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "27.1"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; With eglot:
;;   (require 'proviso)
;;   (add-hook 'java-mode-hook #'eglot-ensure)
;; With lsp-mode:
;;   (require 'proviso)
;;   (add-hook 'java-mode-hook #'lsp-deferred)
;; Diagnostics, hovers (heaps as text) and code actions are the client's own.  `proviso-counterexample'
;; shows the whole counterexample of the method at point.

;;; Code:

(require 'json)
(require 'subr-x)

(defgroup proviso nil "Contracts for Java." :group 'tools)

(defcustom proviso-program "proviso"
  "The proviso program."
  :type 'string)

(defcustom proviso-settings '(:diagram "unicode")
  "Settings of the server as a property list; names as in docs/lsp.md."
  :type 'plist)

;;;; The two clients

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function lsp-request "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-activate-on "lsp-mode")

(defun proviso--ignoring (notification)
  "A table of handlers that let NOTIFICATION pass in silence."
  (let ((table (make-hash-table :test 'equal)))
    (puthash notification #'ignore table)
    table))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `((java-mode java-ts-mode)
                 . ,(lambda (&rest _)
                      (list proviso-program "lsp" :initializationOptions proviso-settings)))))

(with-eval-after-load 'lsp-mode
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () (list proviso-program "lsp")))
    :activation-fn (lsp-activate-on "java")
    ;; Beside another Java server, not instead of it.
    :add-on? t
    :priority 1
    :initialization-options (lambda () proviso-settings)
    :notification-handlers (proviso--ignoring "proviso/statusChanged")
    :server-id 'proviso)))

(defun proviso--request (method params)
  "Send METHOD with PARAMS to the server of this buffer; the answer is a hash table or nil."
  (let ((answer
         (cond
          ((and (fboundp 'eglot-current-server) (eglot-current-server))
           (jsonrpc-request (eglot-current-server) (intern (concat ":" method)) params))
          ((bound-and-true-p lsp-mode) (lsp-request method params))
          (t (user-error "Proviso: no server for this buffer")))))
    ;; The clients give property lists or hash tables; one form is enough for us.
    (and answer
         (let ((json-object-type 'hash-table) (json-array-type 'list) (json-key-type 'string)
               (json-null nil) (json-false nil))
           (json-read-from-string (json-encode answer))))))

(defun proviso--here ()
  "The file and the position of point, as the server wants them."
  (list :uri (concat "file://" (url-hexify-string (file-truename buffer-file-name)
                                                  (url--allowed-chars (cons ?/ url-unreserved-chars))))
        :position (list :line (1- (line-number-at-pos nil t))
                        :character (- (point) (line-beginning-position)))))

(require 'url-util)

;;;; Commands

(defun proviso-describe (found)
  "The counterexample FOUND as text."
  (let* ((violation (gethash "violation" found))
         (clause (gethash "clause" violation)))
    (string-join
     (append
      (list (gethash "method" found) (gethash "sentence" found) "")
      (and clause (list (concat "Broken: " (string-trim (gethash "text" clause)))))
      (list (concat "Replay: " (gethash "replay" violation)))
      (mapcar (lambda (row) (format "  %s = %s" (gethash "name" row) (gethash "value" row)))
              (gethash "table" found))
      (proviso--heap "Heap before:" (gethash "unicodeBefore" found))
      (proviso--heap "Heap after:" (gethash "unicodeAfter" found))
      (list "" "Executed lines:")
      (mapcar (lambda (step)
                (format "  %d %s  %s" (gethash "line" step) (gethash "method" step)
                        (mapconcat (lambda (value) (format "%s = %s" (gethash "name" value) (gethash "text" value)))
                                   (gethash "values" step) ", ")))
              (gethash "trace" violation)))
     "\n")))

(defun proviso--heap (title text)
  "TITLE and TEXT as lines, or nothing."
  (and text (list "" title text)))

(defun proviso--found ()
  "The counterexample at point; an error the user can read when there is none."
  (or (proviso--request "proviso/counterexample" (proviso--here))
      (user-error "Proviso: there is no counterexample here")))

;;;###autoload
(defun proviso-counterexample ()
  "Show the counterexample of the method at point."
  (interactive)
  (let ((text (proviso-describe (proviso--found))))
    (with-current-buffer (get-buffer-create "*proviso counterexample*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text "\n")
        (goto-char (point-min)))
      (special-mode)
      (display-buffer (current-buffer)))))

;;;###autoload
(defun proviso-check ()
  "Check this file again."
  (interactive)
  (proviso--request "workspace/executeCommand"
                    (list :command "proviso.checkFile" :arguments (vector (plist-get (proviso--here) :uri)))))

;;;###autoload
(defun proviso-generate-test ()
  "Write a JUnit test for the violation at point and visit it."
  (interactive)
  (let* ((found (proviso--found))
         (made (proviso--request
                "workspace/executeCommand"
                (list :command "proviso.generateTest"
                      :arguments (vector (gethash "uri" found) (gethash "method" found) (gethash "index" found))))))
    (proviso--visit made)))

;;;###autoload
(defun proviso-generate-tests ()
  "Write JUnit tests that cover the method at point and visit them."
  (interactive)
  (let ((paths (proviso--request "proviso/paths" (proviso--here))))
    (unless paths
      (user-error "Proviso: put the cursor into a method that has been checked"))
    (proviso--visit
     (proviso--request "workspace/executeCommand"
                       (list :command "proviso.generateTests"
                             :arguments (vector (plist-get (proviso--here) :uri) (gethash "method" paths)))))))

(defun proviso--visit (made)
  "Visit the file of the tests that were MADE."
  (when made
    (find-file (url-unhex-string (string-remove-prefix "file://" (gethash "uri" made))))))

(provide 'proviso)
;;; proviso.el ends here
